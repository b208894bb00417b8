import type { TimeRange } from '../timing/time-range.ts'

/** A range in which a sound is ducked, and by how many decibels. */
export interface DuckedRange extends TimeRange {
  readonly db: number
}

/** Samples a second of a gain. */
export const GAIN_RATE = 1000
/** Sample value of full level. */
export const FULL_GAIN = 32_767
const BLOCK = 65_536
/** The full reduction holds this long before and after a range, in milliseconds. */
const BEFORE_MS = 80
const AFTER_MS = 150
/** Attack and release times. */
const ATTACK_MS = 60
const RELEASE_MS = 300

/**
 * The gain of a sound ducked in ranges of any order: 16-bit samples from 0 to `FULL_GAIN`, `GAIN_RATE` a second, one
 * second longer than requested. Between ranges it recovers if there is time.
 */
export function* duckingGain(ranges: readonly DuckedRange[], totalMs: number): Generator<Int16Array> {
  const inOrder = [...ranges].sort((a, b) => a.start - b.start)
  const samples = Math.ceil(totalMs) + GAIN_RATE
  let first = 0
  for (let at = 0; at < samples; at += BLOCK) {
    const levels = new Float32Array(Math.min(BLOCK, samples - at))
    while (reachOf(inOrder[first]).end < at) first++
    for (const range of inOrder.slice(first)) {
      if (reachOf(range).start >= at + levels.length) break
      lower(levels, at, range)
    }
    yield Int16Array.from(levels, (db) => Math.round(FULL_GAIN * 10 ** (db / 20)))
  }
}

/** Start and end of a range's effect. */
function reachOf(range: TimeRange | undefined): TimeRange {
  if (!range) return { start: Infinity, end: Infinity }
  return { start: range.start - BEFORE_MS - ATTACK_MS, end: range.end + AFTER_MS + RELEASE_MS }
}

function lower(levels: Float32Array, from: number, range: DuckedRange): void {
  const { start, end } = reachOf(range)
  for (let at = Math.max(0, Math.floor(start) - from); at < Math.min(levels.length, end - from); at++) {
    const ms = from + at
    const depth = Math.min(1, (ms - start) / ATTACK_MS, (end - ms) / RELEASE_MS)
    levels[at] = Math.min(levels[at] ?? 0, range.db * Math.max(0, depth))
  }
}
