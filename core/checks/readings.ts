import type { Cue } from '../subtitle/cue.ts'
import { textStatistics } from '../subtitle/statistics.ts'
import type { Limits } from './rule.ts'

/** What a line asks of its reader, and which of it the profile does not allow. */
export interface Reading {
  /** Characters a second; 0 for a line without length. */
  readonly cps: number
  /** Characters of the longest row. */
  readonly row: number
  /** Characters of each row, counted as the profile does. */
  readonly rows: readonly number[]
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
    rows,
    ms,
    isFast: cps > limits.cps,
    isWide: row > limits.lineLength,
    isOffLength: ms < limits.minDuration || ms > limits.maxDuration,
  }
}

/** Nobody reads more places of a figure than this. */
const MAX_PLACES = 3

/**
 * A figure above its limit with as few places after the point as show that it is above: 25.04 of at most 25 is not
 * rounded to the 25 that is allowed. `places` is the least number of them.
 */
export function roundedAbove(value: number, limit: number, places: number): number {
  for (let more = places; more < MAX_PLACES; more++) {
    const rounded = Number(value.toFixed(more))
    if (rounded > limit) return rounded
  }
  return Math.ceil(value * 10 ** MAX_PLACES) / 10 ** MAX_PLACES
}
