/** Samples around a position that a new sample is made of, as in ffmpeg's resampler. */
const TAPS = 32
/** Shape of the window over them. */
const KAISER_BETA = 9

/** Samples on the grid of a rate, counted from the start of the video. */
export interface Placed {
  /** Index of the first sample. */
  readonly at: number
  readonly samples: Float32Array<ArrayBuffer>
}

/** The same sound on the grid of another rate in whole hertz; ends fade into silence. */
export function resampled({ at, samples }: Placed, from: number, to: number): Placed {
  if (from === to) return { at, samples }
  const { phases, step, filters } = filtersOf(from, to)
  const half = TAPS / 2
  const first = Math.ceil(((at - half) * to) / from)
  const last = Math.floor(((at + samples.length + half) * to) / from)
  const made = new Float32Array(Math.max(0, last - first + 1))
  for (let index = 0; index < made.length; index++) {
    const position = (first + index) * step
    const phase = position - Math.floor(position / phases) * phases
    const start = (position - phase) / phases - half + 1 - at
    const filter = phase * TAPS
    let sum = 0
    const until = Math.min(TAPS, samples.length - start)
    for (let tap = Math.max(0, -start); tap < until; tap++) sum += filters[filter + tap]! * samples[start + tap]!
    made[index] = sum
  }
  return { at: first, samples: made }
}

interface Filters {
  /** Positions between two samples, and how many of them a new sample advances. */
  readonly phases: number
  readonly step: number
  /** `TAPS` weights for each position. */
  readonly filters: Float32Array
}

const known = new Map<string, Filters>()

function filtersOf(from: number, to: number): Filters {
  const key = `${from}/${to}`
  let found = known.get(key)
  if (!found) known.set(key, (found = newFilters(from, to)))
  return found
}

function newFilters(from: number, to: number): Filters {
  const divisor = commonDivisor(from, to)
  const phases = to / divisor
  // Frequencies that the new rate can't hold would fold back.
  const pass = Math.min(1, (to / from) * 0.97)
  const filters = new Float32Array(phases * TAPS)
  for (let phase = 0; phase < phases; phase++) {
    const weights = Array.from({ length: TAPS }, (_, tap) => weight(tap - TAPS / 2 + 1 - phase / phases, pass))
    const sum = weights.reduce((all, one) => all + one, 0)
    for (const [tap, one] of weights.entries()) filters[phase * TAPS + tap] = one / sum
  }
  return { phases, step: from / divisor, filters }
}

/** A sinc in a Kaiser window, at a distance in samples. */
function weight(distance: number, pass: number): number {
  const x = Math.PI * distance * pass
  const share = (2 * distance) / TAPS
  return (x === 0 ? 1 : Math.sin(x) / x) * bessel(KAISER_BETA * Math.sqrt(Math.max(0, 1 - share * share)))
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
