import { BUCKET_VALUES } from './buckets.ts'
import { type Peaks, PEAKS_PER_SECOND } from './peaks.ts'
import type { TimeRange } from '../timing/time-range.ts'

/** Speech begins this far above the noise, in decibels, and ends this far above it. */
const ON_DB = 9
const OFF_DB = 6
/** Nothing below this is speech, nor is anything above the other too loud to be noise, in decibels of full scale. */
const QUIETEST_DB = -52
const LOUDEST_NOISE_DB = -28
/** Pauses up to this long are inside a phrase; sounds shorter than the other are clicks. */
const PAUSE_MS = 240
const CLICK_MS = 90
/** The noise is measured anew in windows of this length. */
const WINDOW_S = 30
const NOISE_QUANTILE = 0.15
const BUCKET_MS = 1000 / PEAKS_PER_SECOND

/**
 * Where somebody speaks (ms), by energy: louder than the noise around it, with a higher threshold for the start than for
 * the end. Music counts too: the purpose is edges to time against.
 */
export function speechIntervals(peaks: Peaks): TimeRange[] {
  const levels = decibels(peaks)
  const found: { start: number; end: number }[] = []
  let from: number | undefined
  for (let at = 0; at <= levels.length; at++) {
    const noise = noiseAround(levels, at)
    const level = levels[at] ?? -Infinity
    if (from === undefined && level >= noise + ON_DB) from = onset(levels, at, noise)
    else if (from !== undefined && level < noise + OFF_DB) {
      add(found, from * BUCKET_MS, at * BUCKET_MS)
      from = undefined
    }
  }
  return found.filter(({ start, end }) => end - start >= CLICK_MS)
}

/** Back from where the sound is clear to where it began to rise. */
function onset(levels: Float32Array, at: number, noise: number): number {
  while (at > 0 && (levels[at - 1] ?? 0) >= noise + OFF_DB) at--
  return at
}

function add(found: { start: number; end: number }[], start: number, end: number): void {
  const last = found.at(-1)
  if (last && start - last.end <= PAUSE_MS) last.end = end
  else found.push({ start, end })
}

/** RMS in decibels of full scale, over three buckets, so that single periods of a deep voice don't count as pauses. */
function decibels({ finest, bucketCount }: Peaks): Float32Array {
  const { buckets } = finest
  const square = (at: number): number => (buckets[at * BUCKET_VALUES + 2] ?? 0) ** 2
  return Float32Array.from({ length: bucketCount }, (_, at) => {
    const mean = (square(at - 1) + square(at) + square(at + 1)) / 3
    return mean > 0 ? Math.max(-96, 10 * Math.log10(mean / 32_768 ** 2)) : -96
  })
}

const floors = new WeakMap<Float32Array, number[]>()

/** The noise floor of the window around a bucket. */
function noiseAround(levels: Float32Array, at: number): number {
  const kept = floors.get(levels) ?? windowFloors(levels)
  floors.set(levels, kept)
  return kept[Math.min(kept.length - 1, Math.floor(at / (WINDOW_S * PEAKS_PER_SECOND)))] ?? QUIETEST_DB
}

function windowFloors(levels: Float32Array): number[] {
  const size = WINDOW_S * PEAKS_PER_SECOND
  return Array.from({ length: Math.max(1, Math.ceil(levels.length / size)) }, (_, window) => {
    const sorted = levels.slice(window * size, (window + 1) * size).sort()
    const floor = sorted[Math.floor(sorted.length * NOISE_QUANTILE)] ?? QUIETEST_DB
    return Math.min(LOUDEST_NOISE_DB, Math.max(QUIETEST_DB - ON_DB, floor))
  })
}
