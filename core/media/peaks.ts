/** Buckets a second at the finest level of a waveform. */
export const PEAKS_PER_SECOND = 100
/** Each level has this many buckets of the finer one in one of its own. */
const LEVEL_FACTOR = 8
const LEVELS = 4

/** One level: min and max of each bucket, interleaved, as 16-bit samples. */
interface Level {
  readonly perSecond: number
  readonly minMax: Int16Array
}

/**
 * A waveform at several resolutions, filled as sound is decoded. Drawing reads the coarsest level that still has a
 * bucket for every pixel, so its cost does not grow with the length of the film.
 */
export class Peaks {
  readonly levels: readonly Level[]
  readonly durationMs: number
  private filled = 0

  constructor(durationMs: number) {
    this.durationMs = durationMs
    const count = Math.ceil((durationMs / 1000) * PEAKS_PER_SECOND) + 1
    this.levels = Array.from({ length: LEVELS }, (_, level) => {
      const factor = LEVEL_FACTOR ** level
      return { perSecond: PEAKS_PER_SECOND / factor, minMax: new Int16Array(2 * Math.ceil(count / factor)) }
    })
  }

  /** Time up to which the waveform is known. */
  get filledMs(): number {
    return (this.filled / PEAKS_PER_SECOND) * 1000
  }

  /** Puts decoded buckets at their place; what lies past the end is left out. */
  fill(from: number, minMax: Int16Array): void {
    const finest = this.levels[0]!.minMax
    const room = Math.max(0, finest.length / 2 - from)
    const count = Math.min(minMax.length / 2, room)
    finest.set(minMax.subarray(0, count * 2), from * 2)
    for (let level = 1; level < LEVELS; level++) this.reduce(level, from, from + count)
    this.filled = Math.max(this.filled, from + count)
  }

  private reduce(level: number, from: number, to: number): void {
    const finer = this.levels[level - 1]!.minMax
    const target = this.levels[level]!.minMax
    const factor = LEVEL_FACTOR ** level
    const last = Math.min(target.length / 2, Math.ceil(to / factor))
    for (let bucket = Math.floor(from / factor); bucket < last; bucket++) {
      const range = extremes(finer, bucket * LEVEL_FACTOR, (bucket + 1) * LEVEL_FACTOR)
      target[bucket * 2] = range.min
      target[bucket * 2 + 1] = range.max
    }
  }

  /** The level to draw `pxPerMs` with: its buckets are at most one pixel wide where there is such a level. */
  levelFor(pxPerMs: number): Level {
    const wanted = 1000 * pxPerMs
    let best = this.levels[0]!
    for (const level of this.levels) if (level.perSecond >= wanted) best = level
    return best
  }
}

/** Least and greatest sample of the buckets from `from` up to, not including, `to`. */
export function extremes(minMax: Int16Array, from: number, to: number): { min: number; max: number } {
  let min = 0
  let max = 0
  const end = Math.min(to * 2, minMax.length)
  for (let i = from * 2; i < end; i += 2) {
    if (minMax[i]! < min) min = minMax[i]!
    if (minMax[i + 1]! > max) max = minMax[i + 1]!
  }
  return { min, max }
}
