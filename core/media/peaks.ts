import { itemAt } from '../subtitle/text/item-at.ts'
import { BUCKET_VALUES } from './buckets.ts'

/** Buckets a second of the whole video's waveform: 8 ms each. */
export const PEAKS_PER_SECOND = 125
/** Buckets a second of enlarged parts: 1 ms each. */
export const DETAIL_PER_SECOND = 1000
/** Length of a detailed part. */
export const DETAIL_TILE_MS = 8000
/** Buckets of the finer level in one bucket of the next. */
const LEVEL_FACTOR = 8
/** Buckets of the finest level in one of each coarser level. */
const coarserFactors = [LEVEL_FACTOR, LEVEL_FACTOR ** 2, LEVEL_FACTOR ** 3]
/** Most cached detailed parts: about eight minutes, 3 MB. */
const DETAIL_TILES = 64
/** Length of a part with a separate revision. */
const STRIPE_MS = 4096

/** One level: min, max and RMS per bucket, as 16-bit samples. */
interface Level {
  readonly perSecond: number
  readonly buckets: Int16Array
}

/** Least and greatest 16-bit sample and the RMS of some sound. */
export interface Loudness {
  min: number
  max: number
  rms: number
}

/**
 * A waveform at several resolutions, filled in any order. Drawing reads the coarsest level with a bucket per pixel, so
 * its cost is independent of the video's length. Times are milliseconds of the player's clock.
 */
export class Peaks {
  /** From fine to coarse. */
  readonly levels: readonly Level[]
  readonly finest: Level
  readonly durationMs: number
  /** Increases with every change. */
  revision = 0
  private readonly known: Uint8Array
  private knownCount = 0
  private readonly stripes: Uint32Array
  private readonly detail = new Map<number, Int16Array>()

  constructor(durationMs: number) {
    this.durationMs = durationMs
    const count = Math.ceil((durationMs / 1000) * PEAKS_PER_SECOND) + 1
    this.finest = emptyLevel(count, 1)
    this.levels = [this.finest, ...coarserFactors.map((factor) => emptyLevel(count, factor))]
    this.known = new Uint8Array(count)
    this.stripes = new Uint32Array(Math.floor(durationMs / STRIPE_MS) + 1)
  }

  /** How much of the video is known, in milliseconds. */
  get knownMs(): number {
    return (this.knownCount / PEAKS_PER_SECOND) * 1000
  }

  get bucketCount(): number {
    return this.known.length
  }

  isKnown(ms: number): boolean {
    return this.known[Math.floor((ms / 1000) * PEAKS_PER_SECOND)] === 1
  }

  /** Adds decoded buckets of the finest level from index `from`; those past the end are dropped. */
  fill(from: number, buckets: Int16Array): void {
    const finest = this.finest.buckets
    const count = Math.min(buckets.length / BUCKET_VALUES, this.bucketCount - from)
    if (count <= 0) return
    finest.set(buckets.subarray(0, count * BUCKET_VALUES), from * BUCKET_VALUES)
    for (let bucket = from; bucket < from + count; bucket++) {
      this.knownCount += 1 - (this.known[bucket] ?? 1)
      this.known[bucket] = 1
    }
    let finer = this.finest
    for (const [at, factor] of coarserFactors.entries()) {
      const level = itemAt(this.levels, at + 1)
      reduceLevel(finer.buckets, level.buckets, factor, from, from + count)
      finer = level
    }
    this.touch((from * 1000) / PEAKS_PER_SECOND, ((from + count) * 1000) / PEAKS_PER_SECOND)
  }

  private touch(fromMs: number, toMs: number): void {
    this.revision++
    const last = Math.min(this.stripes.length - 1, Math.floor(toMs / STRIPE_MS))
    for (let stripe = Math.floor(fromMs / STRIPE_MS); stripe <= last; stripe++) this.stripes[stripe] = this.revision
  }

  /** The newest revision of a change between two times. */
  revisionOf(fromMs: number, toMs: number): number {
    let newest = 0
    const last = Math.min(this.stripes.length - 1, Math.floor(toMs / STRIPE_MS))
    for (let stripe = Math.max(0, Math.floor(fromMs / STRIPE_MS)); stripe <= last; stripe++) {
      newest = Math.max(newest, this.stripes[stripe] ?? 0)
    }
    return newest
  }

  /** Missing detailed parts for a view at this scale, counted from the video's start. */
  missingDetail(fromMs: number, toMs: number, pxPerMs: number): number[] {
    if (1000 * pxPerMs <= PEAKS_PER_SECOND) return []
    const last = Math.floor(Math.min(toMs, this.durationMs - 1) / DETAIL_TILE_MS)
    const missing: number[] = []
    for (let tile = Math.max(0, Math.floor(fromMs / DETAIL_TILE_MS)); tile <= last; tile++) {
      if (!this.detail.has(tile)) missing.push(tile)
    }
    return missing
  }

  /** Adds the buckets of a detailed part; the least recently used one is evicted. */
  fillDetail(tile: number, buckets: Int16Array): void {
    this.detail.delete(tile)
    this.detail.set(tile, buckets)
    const [oldest] = this.detail.keys()
    if (oldest !== undefined && this.detail.size > DETAIL_TILES) this.detail.delete(oldest)
    this.touch(tile * DETAIL_TILE_MS, (tile + 1) * DETAIL_TILE_MS)
  }

  /** Writes the loudness between two times into `into`, from the level for a scale. */
  loudness(fromMs: number, toMs: number, pxPerMs: number, into: Loudness): void {
    if (1000 * pxPerMs > PEAKS_PER_SECOND && this.detailLoudness(fromMs, toMs, into)) return
    const { perSecond, buckets } = this.levelFor(pxPerMs)
    const first = Math.floor((fromMs * perSecond) / 1000)
    foldBuckets(buckets, first, Math.max(first + 1, Math.floor((toMs * perSecond) / 1000)), into)
  }

  /** At this scale a pixel spans only a few detailed buckets, those of its first tile. */
  private detailLoudness(fromMs: number, toMs: number, into: Loudness): boolean {
    const tile = Math.floor(fromMs / DETAIL_TILE_MS)
    const buckets = this.detail.get(tile)
    if (!buckets) return false
    const offset = tile * DETAIL_TILE_MS
    const first = Math.floor(((fromMs - offset) * DETAIL_PER_SECOND) / 1000)
    foldBuckets(buckets, first, Math.max(first + 1, Math.floor(((toMs - offset) * DETAIL_PER_SECOND) / 1000)), into)
    return true
  }

  /** The level to draw `pxPerMs` with: buckets of at most one pixel, if available. */
  levelFor(pxPerMs: number): Level {
    const wanted = 1000 * pxPerMs
    let best = this.finest
    for (const level of this.levels) if (level.perSecond >= wanted) best = level
    return best
  }
}

/** Height of loud passages as a share of the half track, and the share of sound that is quieter. */
const FILLED_SHARE = 0.8
const LOUD_PERCENTILE = 0.95
export const MAX_WAVE_GAIN = 16

/**
 * Vertical gain that makes the whole video's loud passages fill the track: 1 to `MAX_WAVE_GAIN`. A single bang is
 * ignored, and silence is not amplified to noise.
 */
export function autoGain(peaks: Peaks): number {
  const { buckets } = itemAt(peaks.levels, 1)
  const heights = new Uint32Array(257)
  let count = 0
  for (let at = 0; at + 1 < buckets.length; at += BUCKET_VALUES) {
    const height = Math.max(-(buckets[at] ?? 0), buckets[at + 1] ?? 0)
    if (height === 0) continue
    const bin = height >> 7
    heights[bin] = (heights[bin] ?? 0) + 1
    count++
  }
  if (count === 0) return 1
  let below = 0
  const loud = heights.findIndex((inBin) => (below += inBin) >= count * LOUD_PERCENTILE)
  return Math.min(MAX_WAVE_GAIN, Math.max(1, (FILLED_SHARE * 256) / (loud + 1)))
}

function emptyLevel(count: number, factor: number): Level {
  return { perSecond: PEAKS_PER_SECOND / factor, buckets: new Int16Array(BUCKET_VALUES * Math.ceil(count / factor)) }
}

const folded: Loudness = { min: 0, max: 0, rms: 0 }

/** Recomputes a coarser level's buckets for the finest level's range from `from` to `to`. */
function reduceLevel(finer: Int16Array, target: Int16Array, factor: number, from: number, to: number): void {
  const last = Math.min(target.length / BUCKET_VALUES, Math.ceil(to / factor))
  for (let bucket = Math.floor(from / factor); bucket < last; bucket++) {
    foldBuckets(finer, bucket * LEVEL_FACTOR, (bucket + 1) * LEVEL_FACTOR, folded)
    const at = bucket * BUCKET_VALUES
    target[at] = folded.min
    target[at + 1] = folded.max
    target[at + 2] = folded.rms
  }
}

/** Loudness of the buckets from `from` up to `to`, exclusive. */
export function foldBuckets(buckets: Int16Array, from: number, to: number, into: Loudness): void {
  let min = 0
  let max = 0
  let squares = 0
  const end = Math.min(to * BUCKET_VALUES, buckets.length)
  for (let i = from * BUCKET_VALUES; i < end; i += BUCKET_VALUES) {
    const least = buckets[i] ?? 0
    const greatest = buckets[i + 1] ?? 0
    const rms = buckets[i + 2] ?? 0
    if (least < min) min = least
    if (greatest > max) max = greatest
    squares += rms ** 2
  }
  into.min = min
  into.max = max
  into.rms = to > from ? Math.sqrt(squares / (to - from)) : 0
}
