import { breakCost, type WordPiece } from './word-pieces.ts'

/** Cost of a longer upper row: a longer lower row reads better and hides less of the picture. */
const TOP_HEAVY = 0.02

/** Length of the text from one piece to before another. */
export type Measure = (begin: number, end: number) => number

/** Measures a text's pieces by length; spaces count between them, but not at row ends. */
export function measured(text: string, pieces: readonly WordPiece[], lengthOf: (text: string) => number): Measure {
  const lengths = pieces.map((piece) => lengthOf(piece.text))
  const blank = lengthOf('a b') - lengthOf('ab')
  const gaps = pieces.map((piece, at) => (at > 0 && /\s/.test(text[piece.from - 1] ?? '') ? blank : 0))
  const reach = [0]
  pieces.forEach((_, at) => reach.push((reach[at] ?? 0) + (gaps[at] ?? 0) + (lengths[at] ?? 0)))
  return (begin, end) => (reach[end] ?? 0) - (reach[begin] ?? 0) - (gaps[begin] ?? 0)
}

/** Number of rows of at most `max` for a text of length `whole`. */
export interface WantedRows {
  readonly count: number
  readonly whole: number
  readonly max: number
}

/** Cost of a break before each piece. */
export function breakCosts(pieces: readonly WordPiece[]): number[] {
  return pieces.map((piece, at) => {
    const before = pieces[at - 1]
    return before ? breakCost(before, piece) : 0
  })
}

/**
 * Indexes of the pieces that begin further rows, of similar length and broken at natural pauses; undefined if a row would
 * be too long.
 */
export function bestBreaks(
  costs: readonly number[],
  measure: Measure,
  { count, whole, max }: WantedRows,
): number[] | undefined {
  let best = new Map<number, { cost: number; breaks: number[] }>([[0, { cost: 0, breaks: [] }]])
  for (let row = 1; row <= count; row++) {
    const next: typeof best = new Map()
    for (const [begin, { cost, breaks }] of best) {
      const ends = row === count ? [costs.length] : range(begin + 1, costs.length - (count - row) + 1)
      for (const end of ends) {
        const length = measure(begin, end)
        if (end <= begin) continue
        if (length > max) break
        const total = cost + rowCost(length / whole, row, count) + (row < count ? (costs[end] ?? 0) : 0)
        if (total < (next.get(end)?.cost ?? Infinity))
          next.set(end, { cost: total, breaks: row < count ? [...breaks, end] : breaks })
      }
    }
    best = next
  }
  return best.get(costs.length)?.breaks
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

function rowCost(share: number, row: number, count: number): number {
  const off = share - 1 / count
  return off * off * 4 + (row === 1 && off > 0 ? TOP_HEAVY : 0)
}
