import type { Limits } from '../checks/rule.ts'
import { bestBreaks, breakCosts, measured } from '../subtitle/row-breaks.ts'
import { textStatistics } from '../subtitle/statistics.ts'
import { wordPieces } from '../subtitle/word-pieces.ts'

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

/** Lays a text out in as few rows as it needs, at most `rows`, of like length and broken where one would pause. */
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
