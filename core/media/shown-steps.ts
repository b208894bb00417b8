import type { TimeRange } from '../timing/time-range.ts'

/** Step length of comparisons, in milliseconds. */
export const STEP = 80
/** Window of the local mean, in milliseconds. */
const AROUND = 24_000

/** When the last of some ranges ends, in milliseconds. */
export const lastOf = (ranges: readonly TimeRange[]): number => ranges.reduce((last, { end }) => Math.max(last, end), 0)

/** Presence of ranges per step, minus the local mean: t maps to t × scale + base. */
export function shownSteps(size: number, ranges: readonly TimeRange[], scale = 1, base = 0): Float64Array {
  const real = new Float64Array(size)
  const length = Math.max(0, Math.min(size, Math.ceil((lastOf(ranges) * scale + base) / STEP)))
  for (const { start, end } of ranges) {
    const from = Math.max(0, Math.round((start * scale + base) / STEP))
    real.fill(1, from, Math.max(from, Math.min(length, Math.round((end * scale + base) / STEP))))
  }
  aboutMean(real, length)
  return real
}

/** Subtracts the local mean from each value: long scenes with and without speech match anything. */
function aboutMean(values: Float64Array, length: number): void {
  const sums = new Float64Array(length + 1)
  for (let at = 0; at < length; at++) sums[at + 1] = (sums[at] ?? 0) + (values[at] ?? 0)
  const half = AROUND / STEP / 2
  for (let at = 0; at < length; at++) {
    const [from, to] = [Math.max(0, at - half), Math.min(length, at + half)]
    values[at] = (values[at] ?? 0) - ((sums[to] ?? 0) - (sums[from] ?? 0)) / Math.max(1, to - from)
  }
}

/** Searched offsets in steps, first to last. */
export interface Moves {
  readonly first: number
  readonly last: number
}

/** Score of the best offset, and of the best one far from it, in standard deviations. */
export interface Peak {
  readonly move: number
  readonly sureness: number
  readonly next: number
}

/** Least distance of another place, in steps. */
const APART = 2000 / STEP

/** The best offset by score; `first` is the first one's. */
export function peakOf(agreement: Float64Array, first: number): Peak {
  const { mean, deviation } = spreadOf(agreement)
  let best = 0
  for (let at = 1; at < agreement.length; at++) if ((agreement[at] ?? 0) > (agreement[best] ?? 0)) best = at
  let next = -Infinity
  for (let at = 0; at < agreement.length; at++) {
    if (Math.abs(at - best) > APART) next = Math.max(next, agreement[at] ?? 0)
  }
  return {
    move: best + first,
    sureness: ((agreement[best] ?? 0) - mean) / deviation,
    next: (next - mean) / deviation,
  }
}

/** Mean and standard deviation of the scores. */
export function spreadOf(agreement: Float64Array): { mean: number; deviation: number } {
  let [sum, squares] = [0, 0]
  for (const value of agreement) {
    sum += value
    squares += value * value
  }
  const count = Math.max(1, agreement.length)
  const mean = sum / count
  return { mean, deviation: Math.sqrt(Math.max(1e-12, squares / count - mean * mean)) }
}
