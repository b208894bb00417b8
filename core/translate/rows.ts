import type { Limits } from '../checks/rule.ts'
import { bestBreaks, breakCosts, measured } from '../subtitle/text/row-breaks.ts'
import { textStatistics } from '../subtitle/text/statistics.ts'
import { wordPieces } from '../subtitle/text/word-pieces.ts'

/** Limits of rows. */
export type RowLimits = Pick<Limits, 'lineLength' | 'lineCounting' | 'maxLines'>

/** Length of a row in the limits' unit. */
export function rowLength(text: string, counting: Limits['lineCounting']): number {
  return textStatistics(text)[counting]
}

export interface Layout {
  /** Offsets at which further rows begin. */
  readonly breaks: readonly number[]
  /** False if a row is too long. */
  readonly fits: boolean
}

/** Lays a text out in the fewest rows, at most `rows`, of similar length and broken at natural pauses. */
export function layOut(text: string, limits: RowLimits, rows: number): Layout {
  const { lineLength: max, lineCounting } = limits
  const whole = rowLength(text, lineCounting)
  if (whole <= max) return { breaks: [], fits: true }
  const pieces = wordPieces(text)
  const costs = breakCosts(pieces)
  const measure = measured(text, pieces, (piece) => rowLength(piece, lineCounting))
  let widest: number[] = []
  for (let count = 2; count <= Math.min(rows, pieces.length); count++) {
    const breaks = bestBreaks(costs, measure, { count, whole, max })
    if (breaks) return { breaks: breaks.map((at) => pieces[at]?.from ?? 0), fits: true }
    widest = bestBreaks(costs, measure, { count, whole, max: Infinity }) ?? widest
  }
  return { breaks: widest.map((at) => pieces[at]?.from ?? 0), fits: false }
}
