/** Reading speeds of a text's cues, in characters a second. */
export interface SpeedStatistics {
  readonly lines: number
  readonly mean: number
  readonly median: number
  /** Nineteen of twenty cues are no faster. */
  readonly high: number
  readonly most: number
  /** Cues above the limit. */
  readonly over: number
  /** Histogram: `bins` of `binWidth` characters a second each, the last with all faster ones. */
  readonly bins: readonly number[]
  readonly binWidth: number
}

const BINS = 20

/** Statistics of some speeds against a limit, all in characters a second. */
export function speedStatistics(speeds: readonly number[], limit: number): SpeedStatistics {
  const sorted = speeds.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  // The limit is at two thirds.
  const binWidth = Math.max(0.5, (limit * 1.5) / BINS)
  const bins = Array.from({ length: BINS }, () => 0)
  let [sum, over] = [0, 0]
  for (const speed of speeds) {
    sum += speed
    if (speed > limit) over++
    const bin = Math.min(BINS - 1, Math.floor(speed / binWidth))
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  const lines = speeds.length
  return {
    lines,
    mean: lines > 0 ? sum / lines : 0,
    median: at(0.5),
    high: at(0.95),
    most: at(1),
    over,
    bins,
    binWidth,
  }
}

/** Adds a cue to a curve of the fastest cue per column; `pxPerMs` columns a millisecond. */
export function addToCurve(
  curve: Float64Array,
  { start, end }: { readonly start: number; readonly end: number },
  speed: number,
  pxPerMs: number,
): void {
  const from = Math.max(0, Math.floor(start * pxPerMs))
  const to = Math.min(curve.length, Math.max(from + 1, Math.ceil(end * pxPerMs)))
  for (let x = from; x < to; x++) curve[x] = Math.max(curve[x] ?? 0, speed)
}

/** How hard a speed is to read against a limit, from 0 (easy) over 1 (at the limit) to 2 (twice as fast, or more). */
export function heatOf(speed: number, limit: number): number {
  return limit > 0 ? Math.min(2, Math.max(0, speed / limit)) : 0
}
