import type { Cue } from '../subtitle/cue/cue.ts'
import { textStatistics } from '../subtitle/text/statistics.ts'
import type { Limits } from './rule.ts'

/** A cue's reading load, and what of it exceeds the profile. */
export interface Reading {
  /** Characters a second; 0 for a cue without length. */
  readonly cps: number
  /** Characters of the longest row. */
  readonly row: number
  /** Characters of each row, counted as the profile does. */
  readonly rows: readonly number[]
  readonly ms: number
  readonly isFast: boolean
  readonly isWide: boolean
  readonly isOffLength: boolean
  /** The limit of its length that it breaks; the longest length if it breaks none. */
  readonly lengthLimit: number
}

/** A cue's figures as its row shows them: characters a second, the longest line, its length in ms. */
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
    lengthLimit: ms < limits.minDuration ? limits.minDuration : limits.maxDuration,
  }
}

/** More decimal places are unreadable. */
const MAX_PLACES = 3

/**
 * A figure above its limit, with as few decimal places as show that: 25.04 of at most 25 is not rounded to 25. `places`
 * is the least number of them.
 */
export function roundedAbove(value: number, limit: number, places: number): number {
  for (let more = places; more < MAX_PLACES; more++) {
    const rounded = Number(value.toFixed(more))
    if (rounded > limit) return rounded
  }
  return Math.ceil(value * 10 ** MAX_PLACES) / 10 ** MAX_PLACES
}
