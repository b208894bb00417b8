import type { Cue } from '../subtitle/cue.ts'
import { textStatistics } from '../subtitle/statistics.ts'
import type { Limits } from './rule.ts'

/** What a line asks of its reader, and which of it the profile does not allow. */
export interface Reading {
  /** Characters a second; 0 for a line without length. */
  readonly cps: number
  /** Characters of the longest row. */
  readonly row: number
  readonly ms: number
  readonly isFast: boolean
  readonly isWide: boolean
  readonly isOffLength: boolean
}

/** What a row shows of a cue: characters a second, the longest line, its length in ms. */
export function readingOf(cue: Cue, limits: Limits): Reading {
  const text = textStatistics(cue.text)
  const ms = cue.end - cue.start
  const cps = ms > 0 ? (text[limits.cpsCounting] * 1000) / ms : 0
  const rows = limits.lineCounting === 'fullWidths' ? text.lineFullWidths : text.lineCharacters
  const row = Math.max(0, ...rows)
  return {
    cps,
    row,
    ms,
    isFast: cps > limits.cps,
    isWide: row > limits.lineLength,
    isOffLength: ms < limits.minDuration || ms > limits.maxDuration,
  }
}
