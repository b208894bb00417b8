/** One step of an alignment: a pair of items, or one side's item alone; indexes from 0. */
export interface AlignedPair {
  readonly a: number | undefined
  readonly b: number | undefined
}

/** A costlier pair is split: two gaps cost 2. */
const GAP = 1
/** Longer sequences are aligned within this distance of the diagonal. */
const MOST_CELLS = 4_000_000

/**
 * Aligns two sequences at least cost (Needleman and Wunsch, 1970). `cost` of a pair is 0 for equal items, at most 2; a
 * gap costs 1. O(n·m), within a band for long ones.
 */
export function align<A, B>(a: readonly A[], b: readonly B[], cost: (a: A, b: B) => number): AlignedPair[] {
  const columns = b.length + 1
  const band = Math.max(64, Math.floor(MOST_CELLS / columns / 2), Math.abs(a.length - b.length) + 8)
  const slope = b.length / Math.max(1, a.length)
  const from = (row: number): number => Math.max(0, Math.floor(row * slope) - band)
  const until = (row: number): number => Math.min(b.length, Math.ceil(row * slope) + band)
  /** 0: both, 1: only a, 2: only b. */
  const ways: Uint8Array[] = []
  let above = new Float64Array(columns).fill(Infinity)
  for (let row = 0; row <= a.length; row++) {
    const current = new Float64Array(columns).fill(Infinity)
    const way = new Uint8Array(columns)
    for (let column = from(row); column <= until(row); column++) {
      if (row === 0 && column === 0) {
        current[0] = 0
        continue
      }
      const both =
        row > 0 && column > 0 ? (above[column - 1] ?? Infinity) + cost(a[row - 1] as A, b[column - 1] as B) : Infinity
      const onlyA = row > 0 ? (above[column] ?? Infinity) + GAP : Infinity
      const onlyB = column > 0 ? (current[column - 1] ?? Infinity) + GAP : Infinity
      const least = Math.min(both, onlyA, onlyB)
      current[column] = least
      way[column] = least === both ? 0 : least === onlyA ? 1 : 2
    }
    ways.push(way)
    above = current
  }
  return walkBack(ways, a.length, b.length)
}

function walkBack(ways: readonly Uint8Array[], rows: number, columns: number): AlignedPair[] {
  const pairs: AlignedPair[] = []
  let [row, column] = [rows, columns]
  while (row > 0 || column > 0) {
    const way = row === 0 ? 2 : column === 0 ? 1 : ways[row]?.[column]
    if (way === 0) pairs.push({ a: --row, b: --column })
    else if (way === 1) pairs.push({ a: --row, b: undefined })
    else pairs.push({ a: undefined, b: --column })
  }
  return pairs.reverse()
}

/** Similarity of two texts from 0 to 1, ignoring spaces, case and punctuation. */
export function likeness(a: string, b: string): number {
  const [left, right] = [lettersOnly(a), lettersOnly(b)]
  const longest = Math.max(left.length, right.length)
  if (longest === 0) return a === b ? 1 : 0
  const differing = align(left, right, (x, y) => (x === y ? 0 : 1)).filter(
    (pair) => pair.a === undefined || pair.b === undefined || left[pair.a] !== right[pair.b],
  )
  return 1 - differing.length / longest
}

function lettersOnly(text: string): string[] {
  return [...text.normalize('NFKC').toLowerCase()].filter((sign) => /[\p{L}\p{N}\p{M}]/u.test(sign))
}
