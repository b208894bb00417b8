import type { Limits } from '../checks/rule.ts'
import { textStatistics } from '../subtitle/statistics.ts'
import { wordPieces } from './words.ts'

/** What rows may be. */
export type RowLimits = Pick<Limits, 'lineLength' | 'lineCounting' | 'maxLines'>

/** How long a row is, as the limits count. */
export function rowLength(text: string, counting: Limits['lineCounting']): number {
  return textStatistics(text)[counting]
}

export interface Layout {
  /** Offsets at which the second and later rows begin. */
  readonly breaks: readonly number[]
  /** False where a row is longer than it may be. */
  readonly fits: boolean
}

const AFTER_PAUSE = -0.12
const DANGLING = 0.15
/** A lower row that is longer is easier to read, and hides less of the picture. */
const TOP_HEAVY = 0.02

/** Lays a text out in as few rows as it needs, at most `rows`, of like length and broken where one would pause. */
export function layOut(text: string, limits: RowLimits, rows: number): Layout {
  const { lineLength: max, lineCounting } = limits
  const whole = rowLength(text, lineCounting)
  if (whole <= max) return { breaks: [], fits: true }
  const pieces = wordPieces(text)
  const measure = measured(text, pieces, lineCounting)
  let widest: number[] = []
  for (let count = 2; count <= Math.min(rows, pieces.length); count++) {
    const breaks = bestBreaks(pieces, measure, { count, whole, max })
    if (breaks) return { breaks: breaks.map((at) => pieces[at]?.from ?? 0), fits: true }
    widest = bestBreaks(pieces, measure, { count, whole, max: Infinity }) ?? widest
  }
  return { breaks: widest.map((at) => pieces[at]?.from ?? 0), fits: false }
}

type Measure = (begin: number, end: number) => number

/** Length of the text from one piece to before another. */
function measured(text: string, pieces: ReturnType<typeof wordPieces>, counting: Limits['lineCounting']): Measure {
  const lengths = pieces.map((piece) => rowLength(piece.text, counting))
  const blank = rowLength('a b', counting) - rowLength('ab', counting)
  const gaps = pieces.map((piece, at) => (at > 0 && /\s/.test(text[piece.from - 1] ?? '') ? blank : 0))
  const reach = [0]
  pieces.forEach((_, at) => reach.push((reach[at] ?? 0) + (gaps[at] ?? 0) + (lengths[at] ?? 0)))
  return (begin, end) => (reach[end] ?? 0) - (reach[begin] ?? 0) - (gaps[begin] ?? 0)
}

interface Wanted {
  readonly count: number
  readonly whole: number
  readonly max: number
}

/** Indexes of the pieces that begin the second and later rows; undefined where some row would be longer than `max`. */
function bestBreaks(
  pieces: readonly { text: string }[],
  measure: Measure,
  { count, whole, max }: Wanted,
): number[] | undefined {
  let best = new Map<number, { cost: number; breaks: number[] }>([[0, { cost: 0, breaks: [] }]])
  for (let row = 1; row <= count; row++) {
    const next: typeof best = new Map()
    for (const [begin, { cost, breaks }] of best) {
      const ends = row === count ? [pieces.length] : range(begin + 1, pieces.length - (count - row) + 1)
      for (const end of ends) {
        const length = measure(begin, end)
        if (length > max || end <= begin) continue
        const total = cost + rowCost(length / whole, row, count) + breakCost(pieces[end - 1]?.text ?? '', row < count)
        if (total < (next.get(end)?.cost ?? Infinity))
          next.set(end, { cost: total, breaks: row < count ? [...breaks, end] : breaks })
      }
    }
    best = next
  }
  return best.get(pieces.length)?.breaks
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

function rowCost(share: number, row: number, count: number): number {
  const off = share - 1 / count
  return off * off * 4 + (row === 1 && off > 0 ? TOP_HEAVY : 0)
}

function breakCost(word: string, isBreak: boolean): number {
  if (!isBreak) return 0
  if (/[,;:.!?…，、；：。！？]["'”’»)]*$/u.test(word)) return AFTER_PAUSE
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u.test(word) ? DANGLING : 0
}
