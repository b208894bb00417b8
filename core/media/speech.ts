import { resultOf } from '../domain/steps.ts'
import { BUCKET_VALUES } from './buckets.ts'
import { type Peaks, PEAKS_PER_SECOND } from './peaks.ts'
import type { TimeRange } from '../timing/time-range.ts'

/** Thresholds above the noise for the start and the end of speech, in decibels. */
const ON_DB = 9
const OFF_DB = 6
/** Least level of speech, and greatest level of noise, in decibels of full scale. */
const QUIETEST_DB = -52
const LOUDEST_NOISE_DB = -28
/** Longest pause within a phrase, and shortest sound that is no click. */
const PAUSE_MS = 240
const CLICK_MS = 90
/** Window of the noise measurement: 30 s, in buckets. */
const WINDOW = 30 * PEAKS_PER_SECOND
const NOISE_QUANTILE = 0.15
const BUCKET_MS = 1000 / PEAKS_PER_SECOND

/**
 * Spans of speech (ms) by energy above the surrounding noise, with hysteresis. Music counts too: the purpose is edges to
 * time against.
 */
export function speechIntervals(peaks: Peaks): TimeRange[] {
  return resultOf(speechByWindows(peaks))
}

/** The same half a minute at a time, so that a page can draw in between; the last step returns the whole. */
export function* speechByWindows(peaks: Peaks): Generator<undefined, TimeRange[]> {
  const count = peaks.bucketCount
  const levels = new Float32Array(count)
  const found: { start: number; end: number }[] = []
  let from: number | undefined
  for (let first = 0; first < count; first += WINDOW) {
    const last = Math.min(count, first + WINDOW)
    for (let at = first; at < last; at++) levels[at] = decibelsAt(peaks.finest.buckets, at)
    const noise = noiseOf(levels.slice(first, last))
    for (let at = first; at < last; at++) {
      const level = levels[at] ?? -Infinity
      if (from === undefined && level >= noise + ON_DB) from = onset(levels, at, noise)
      else if (from !== undefined && level < noise + OFF_DB) {
        add(found, from * BUCKET_MS, at * BUCKET_MS)
        from = undefined
      }
    }
    yield
  }
  if (from !== undefined) add(found, from * BUCKET_MS, count * BUCKET_MS)
  return found.filter(({ start, end }) => end - start >= CLICK_MS)
}

/** Moves back from a clear sound to the beginning of its rise. */
function onset(levels: Float32Array, at: number, noise: number): number {
  while (at > 0 && (levels[at - 1] ?? 0) >= noise + OFF_DB) at--
  return at
}

function add(found: { start: number; end: number }[], start: number, end: number): void {
  const last = found.at(-1)
  if (last && start - last.end <= PAUSE_MS) last.end = end
  else found.push({ start, end })
}

/** RMS in decibels of full scale over three buckets, so that periods of a deep voice are no pauses. */
function decibelsAt(buckets: Int16Array, at: number): number {
  const square = (place: number): number => (buckets[place * BUCKET_VALUES + 2] ?? 0) ** 2
  const mean = (square(at - 1) + square(at) + square(at + 1)) / 3
  return mean > 0 ? Math.max(-96, 10 * Math.log10(mean / 32_768 ** 2)) : -96
}

/** The noise floor of a window, in decibels. */
function noiseOf(levels: Float32Array): number {
  const floor = levels.sort()[Math.floor(levels.length * NOISE_QUANTILE)] ?? QUIETEST_DB
  return Math.min(LOUDEST_NOISE_DB, Math.max(QUIETEST_DB - ON_DB, floor))
}
