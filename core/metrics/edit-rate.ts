/**
 * The translation edit rate with shifts (TER; Snover et al., 2006), as in Tercom and sacrebleu: inserted, deleted and
 * replaced words, and moved phrases, each as one edit.
 */
import { itemAt } from '../subtitle/text/item-at.ts'

export interface EditRules<T> {
  readonly isSame: (ours: T, reference: T) => boolean
  /** Whether one may replace the other. */
  readonly mayReplace: (ours: T, reference: T) => boolean
}

/** Tercom's limits: length and distance of shifts, and the beam around the diagonal. */
const LONGEST_SHIFT = 10
const FARTHEST_SHIFT = 50
const BEAM = 100
/** Most shifts tried per text, fewer for a long one: each costs as much as the text without shifts. */
const MOST_CANDIDATES = 1000
const MOST_TOKENS_TRIED = 2_000_000

type Edit = 'same' | 'replace' | 'insert' | 'delete'

interface Distance {
  readonly edits: number
  /** From our text to the reference: `insert` is a token that ours lacks. */
  readonly trace: readonly Edit[]
}

/** Edits from our tokens to the reference's. O(n · beam) per tried shift. */
export function editsWithShifts<T>(ours: readonly T[], reference: readonly T[], rules: EditRules<T>): number {
  if (reference.length === 0) return ours.length
  let tokens = ours
  let shifts = 0
  const most = Math.min(MOST_CANDIDATES, Math.floor(MOST_TOKENS_TRIED / ours.length))
  const tried = { count: 0, most }
  for (;;) {
    const better = bestShift(tokens, reference, rules, tried)
    if (!better || tried.count >= most) break
    tokens = better
    shifts++
  }
  return shifts + distance(tokens, reference, rules).edits
}

function distance<T>(ours: readonly T[], reference: readonly T[], { isSame, mayReplace }: EditRules<T>): Distance {
  const width = reference.length + 1
  const slope = ours.length === 0 ? 1 : reference.length / ours.length
  const beam = BEAM < slope / 2 ? Math.ceil(slope / 2 + BEAM) : BEAM
  /** Paths of each row within the beam, from the row's first column. */
  const ways: { readonly from: number; readonly ways: Uint8Array }[] = [
    { from: 0, ways: new Uint8Array(width).fill(INSERT) },
  ]
  let above = Float64Array.from({ length: width }, (_, at) => at)
  let current = new Float64Array(width)
  let done = { from: 0, until: width }
  for (let row = 1; row <= ours.length; row++) {
    const middle = Math.floor(row * slope)
    const from = Math.max(0, middle - beam)
    const until = row === ours.length ? width : Math.min(width, middle + beam)
    const way = new Uint8Array(Math.max(0, until - from))
    // Outside a row's beam are an earlier row's costs.
    above.fill(Infinity, done.until, until)
    if (from > 0) {
      current[from - 1] = Infinity
      if (from === done.from) above[from - 1] = Infinity
    }
    for (let column = from; column < until; column++) {
      let [cost, edit] = [(above[column] ?? Infinity) + 1, DELETE]
      if (column > 0) {
        const [mine, theirs] = [ours[row - 1] as T, reference[column - 1] as T]
        const isEqual = isSame(mine, theirs)
        const both = isEqual || mayReplace(mine, theirs) ? (above[column - 1] ?? Infinity) + Number(!isEqual) : Infinity
        if (both <= cost) [cost, edit] = [both, isEqual ? SAME : REPLACE]
        const left = (current[column - 1] ?? Infinity) + 1
        if (left < cost) [cost, edit] = [left, INSERT]
      }
      current[column] = cost
      way[column - from] = edit
    }
    ways.push({ from, ways: way })
    done = { from, until }
    ;[above, current] = [current, above]
  }
  const trace: Edit[] = []
  let [row, column] = [ours.length, reference.length]
  while (row > 0 || column > 0) {
    const { from, ways: way } = itemAt(ways, row)
    const edit = way[column - from] ?? SAME
    trace.push(edits[edit] ?? 'same')
    if (edit !== INSERT) row--
    if (edit !== DELETE) column--
  }
  return { edits: above[reference.length] ?? Infinity, trace: trace.reverse() }
}

const edits: readonly Edit[] = ['same', 'replace', 'insert', 'delete']
const [SAME, REPLACE, INSERT, DELETE] = [0, 1, 2, 3]

/** Our tokens after the most effective shift; undefined if none helps. */
function bestShift<T>(
  ours: readonly T[],
  reference: readonly T[],
  rules: EditRules<T>,
  tried: { count: number; readonly most: number },
): readonly T[] | undefined {
  const before = distance(ours, reference, rules)
  if (before.edits === 0) return undefined
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
      // In Tercom's order: most saved, longest, earliest, to the earliest place.
      const rank = [spared, length, -from, -index]
      tried.count++
      if (!best || isBefore(best.rank, rank)) best = { rank, tokens }
    }
    if (tried.count >= tried.most) break
  }
  return best && (best.rank[0] ?? 0) > 0 ? best.tokens : undefined
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

interface Alignment {
  /** For each reference token the last of ours at or before its place. */
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

/** Phrases of up to ten tokens in both, not too far apart. */
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
  // Within the phrase itself it goes farther by this.
  const end = to > from + length ? to : to + length
  return [...tokens.slice(0, from), ...tokens.slice(from + length, end), ...piece, ...tokens.slice(end)]
}
