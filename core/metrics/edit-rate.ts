/**
 * The edit rate with shifts (TER; Snover et al., 2006), as Tercom and sacrebleu compute it: words inserted, deleted and
 * replaced, and stretches that stand elsewhere, each as one edit. `fits` says which tokens may be matched at all.
 */
export interface EditRules<T> {
  readonly isSame: (ours: T, reference: T) => boolean
  /** Whether one may be put in the place of the other. */
  readonly mayReplace: (ours: T, reference: T) => boolean
}

/** Tercom's bounds: of what is shifted, how far, and around the straight line between the ends. */
const LONGEST_SHIFT = 10
const FARTHEST_SHIFT = 50
const BEAM = 100
/** So many shifts are tried for one text. */
const MOST_CANDIDATES = 1000

type Edit = 'same' | 'replace' | 'insert' | 'delete'

interface Distance {
  readonly edits: number
  /** From our text to the reference: `insert` is a token that ours lacks. */
  readonly trace: readonly Edit[]
}

/** Edits that lead from our tokens to those of the reference. O(n · beam) for each shift that is tried. */
export function editsWithShifts<T>(ours: readonly T[], reference: readonly T[], rules: EditRules<T>): number {
  if (reference.length === 0) return ours.length
  let tokens = ours
  let shifts = 0
  const tried = { count: 0 }
  for (;;) {
    const better = bestShift(tokens, reference, rules, tried)
    if (!better || tried.count >= MOST_CANDIDATES) break
    tokens = better
    shifts++
  }
  return shifts + distance(tokens, reference, rules).edits
}

function distance<T>(ours: readonly T[], reference: readonly T[], { isSame, mayReplace }: EditRules<T>): Distance {
  const width = reference.length + 1
  const costs = new Float64Array((ours.length + 1) * width).fill(Infinity)
  const ways = new Uint8Array(costs.length)
  for (let at = 0; at < width; at++) {
    costs[at] = at
    ways[at] = INSERT
  }
  const slope = ours.length === 0 ? 1 : reference.length / ours.length
  const beam = BEAM < slope / 2 ? Math.ceil(slope / 2 + BEAM) : BEAM
  for (let row = 1; row <= ours.length; row++) {
    const middle = Math.floor(row * slope)
    const until = row === ours.length ? width : Math.min(width, middle + beam)
    for (let column = Math.max(0, middle - beam); column < until; column++) {
      const at = row * width + column
      const above = costs[at - width] ?? Infinity
      let [cost, way] = [above + 1, DELETE]
      if (column > 0) {
        const [mine, theirs] = [ours[row - 1] as T, reference[column - 1] as T]
        const isEqual = isSame(mine, theirs)
        const both =
          isEqual || mayReplace(mine, theirs) ? (costs[at - width - 1] ?? Infinity) + Number(!isEqual) : Infinity
        if (both <= cost) [cost, way] = [both, isEqual ? SAME : REPLACE]
        const left = (costs[at - 1] ?? Infinity) + 1
        if (left < cost) [cost, way] = [left, INSERT]
      }
      costs[at] = cost
      ways[at] = way
    }
  }
  const trace: Edit[] = []
  let [row, column] = [ours.length, reference.length]
  while (row > 0 || column > 0) {
    const way = ways[row * width + column] ?? SAME
    trace.push(edits[way] ?? 'same')
    if (way !== INSERT) row--
    if (way !== DELETE) column--
  }
  return { edits: costs[ours.length * width + reference.length] ?? Infinity, trace: trace.reverse() }
}

const edits: readonly Edit[] = ['same', 'replace', 'insert', 'delete']
const [SAME, REPLACE, INSERT, DELETE] = [0, 1, 2, 3]

/** Our tokens with the one shift that spares most edits; undefined where none spares any. */
function bestShift<T>(
  ours: readonly T[],
  reference: readonly T[],
  rules: EditRules<T>,
  tried: { count: number },
): readonly T[] | undefined {
  const before = distance(ours, reference, rules)
  const { place, oursWrong, referenceWrong } = alignment(before.trace)
  let best: { rank: readonly number[]; tokens: readonly T[] } | undefined
  for (const { from, to, length } of samePieces(ours, reference, rules)) {
    if (!oursWrong.slice(from, from + length).includes(true)) continue
    if (!referenceWrong.slice(to, to + length).includes(true)) continue
    const target = place[to] ?? 0
    if (from <= target && target < from + length) continue
    let last = -1
    for (let offset = -1; offset < length; offset++) {
      const beside = to + offset
      if (beside >= place.length) break
      const index = beside === -1 ? 0 : (place[beside] ?? 0) + 1
      if (index === last) continue
      last = index
      const tokens = shifted(ours, { from, length, to: index })
      const spared = before.edits - distance(tokens, reference, rules).edits
      // As Tercom ranks them: most spared, longest, earliest, to the earliest place.
      const rank = [spared, length, -from, -index]
      tried.count++
      if (!best || isBefore(best.rank, rank)) best = { rank, tokens }
    }
    if (tried.count >= MOST_CANDIDATES) break
  }
  return best && (best.rank[0] ?? 0) > 0 ? best.tokens : undefined
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

interface Alignment {
  /** For each token of the reference, the last of ours at or before its place. */
  readonly place: readonly number[]
  readonly oursWrong: readonly boolean[]
  readonly referenceWrong: readonly boolean[]
}

function alignment(trace: readonly Edit[]): Alignment {
  const place: number[] = []
  const oursWrong: boolean[] = []
  const referenceWrong: boolean[] = []
  for (const edit of trace) {
    const isWrong = edit !== 'same'
    if (edit !== 'insert') oursWrong.push(isWrong)
    if (edit === 'delete') continue
    place.push(oursWrong.length - 1)
    referenceWrong.push(isWrong)
  }
  return { place, oursWrong, referenceWrong }
}

/** Stretches of up to ten tokens that stand in both, not too far from each other. */
function* samePieces<T>(
  ours: readonly T[],
  reference: readonly T[],
  { isSame }: EditRules<T>,
): Generator<{ from: number; to: number; length: number }> {
  for (let from = 0; from < ours.length; from++) {
    const last = Math.min(reference.length - 1, from + FARTHEST_SHIFT)
    for (let to = Math.max(0, from - FARTHEST_SHIFT); to <= last; to++) {
      for (let length = 1; length <= LONGEST_SHIFT; length++) {
        const [mine, theirs] = [ours[from + length - 1], reference[to + length - 1]]
        if (mine === undefined || theirs === undefined || !isSame(mine, theirs)) break
        yield { from, to, length }
      }
    }
  }
}

function shifted<T>(
  tokens: readonly T[],
  { from, length, to }: { from: number; length: number; to: number },
): readonly T[] {
  const piece = tokens.slice(from, from + length)
  if (to < from) return [...tokens.slice(0, to), ...piece, ...tokens.slice(to, from), ...tokens.slice(from + length)]
  // Within the piece itself it goes so much further.
  const end = to > from + length ? to : to + length
  return [...tokens.slice(0, from), ...tokens.slice(from + length, end), ...piece, ...tokens.slice(end)]
}
