import { Fourier } from './fourier.ts'

/** Mono sound of 16-bit samples at a rate. */
export interface PlainSound {
  readonly samples: Int16Array
  readonly rate: number
}

/** Spectral features of speech, a row of numbers per frame. */
export interface Cepstra {
  readonly values: Float32Array
  readonly frames: number
}

/** Numbers of a frame. */
export const COEFFICIENTS = 13
const FRAME_MS = 25
const BANDS = 26
const LOWEST_HZ = 80
const HIGHEST_HZ = 7000
/** Dynamic range in nepers of power: quieter frames count as silence. */
const RANGE = 14

const mel = (hz: number): number => 1127 * Math.log(1 + hz / 700)

/**
 * Mel-frequency cepstral coefficients at intervals of ms (Davis and Mermelstein, 1980): similar sounds are near each
 * other for any speaker.
 */
export function cepstraOf({ samples, rate }: PlainSound, hopMs: number): Cepstra {
  const length = Math.round((FRAME_MS * rate) / 1000)
  const hop = (hopMs * rate) / 1000
  const frames = Math.max(0, Math.floor((samples.length - length) / hop) + 1)
  const fourier = new Fourier(2 ** Math.ceil(Math.log2(length)))
  const bands = bandsOf(fourier.size, rate)
  const window = Float64Array.from({ length }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length))
  const [real, imaginary] = [new Float64Array(fourier.size), new Float64Array(fourier.size)]
  const logs = new Float32Array(frames * BANDS)
  let loudest = -Infinity
  for (let frame = 0; frame < frames; frame++) {
    const from = Math.round(frame * hop)
    real.fill(0)
    imaginary.fill(0)
    for (let at = 0; at < length; at++) real[at] = (samples[from + at] ?? 0) * (window[at] ?? 0)
    fourier.forward(real, imaginary)
    for (const [band, { first, weights }] of bands.entries()) {
      let sum = 1
      for (const [at, weight] of weights.entries())
        sum += weight * ((real[first + at] ?? 0) ** 2 + (imaginary[first + at] ?? 0) ** 2)
      const log = Math.log(sum)
      logs[frame * BANDS + band] = log
      if (log > loudest) loudest = log
    }
  }
  return { values: turned(logs, frames, loudest - RANGE), frames }
}

interface Band {
  readonly first: number
  readonly weights: Float64Array
}

/** Triangular filters evenly spaced in perceived pitch. */
function bandsOf(size: number, rate: number): Band[] {
  const [low, high] = [mel(LOWEST_HZ), mel(Math.min(HIGHEST_HZ, rate / 2))]
  const edge = (at: number): number => {
    const hz = 700 * (Math.exp((low + ((high - low) * at) / (BANDS + 1)) / 1127) - 1)
    return (hz * size) / rate
  }
  return Array.from({ length: BANDS }, (_, band) => {
    const [from, middle, to] = [edge(band), edge(band + 1), edge(band + 2)]
    const first = Math.ceil(from)
    const weights = Float64Array.from({ length: Math.max(1, Math.floor(to) - first + 1) }, (_, at) => {
      const bin = first + at
      return Math.max(0, bin <= middle ? (bin - from) / (middle - from) : (to - bin) / (to - middle))
    })
    return { first, weights }
  })
}

/** The cosine transform of each frame's bands. */
function turned(logs: Float32Array, frames: number, floor: number): Float32Array {
  const cosines = Float64Array.from({ length: COEFFICIENTS * BANDS }, (_, at) =>
    Math.cos((Math.PI * Math.floor(at / BANDS) * ((at % BANDS) + 0.5)) / BANDS),
  )
  const values = new Float32Array(frames * COEFFICIENTS)
  for (let frame = 0; frame < frames; frame++)
    for (let number = 0; number < COEFFICIENTS; number++) {
      let sum = 0
      for (let band = 0; band < BANDS; band++)
        sum += Math.max(floor, logs[frame * BANDS + band] ?? 0) * (cosines[number * BANDS + band] ?? 0)
      values[frame * COEFFICIENTS + number] = sum
    }
  return values
}

/** Normalised to mean 0 and deviation 1 per coefficient: voices and microphones differ in both. */
export function evened({ values: raw, frames }: Cepstra): Cepstra {
  const values = raw.slice()
  for (let number = 0; number < COEFFICIENTS; number++) {
    let [sum, squares] = [0, 0]
    for (let frame = 0; frame < frames; frame++) {
      const value = values[frame * COEFFICIENTS + number] ?? 0
      sum += value
      squares += value ** 2
    }
    const mean = sum / Math.max(1, frames)
    const deviation = Math.sqrt(Math.max(1e-9, squares / Math.max(1, frames) - mean ** 2))
    for (let at = number; at < values.length; at += COEFFICIENTS) values[at] = ((values[at] ?? 0) - mean) / deviation
  }
  return { values, frames }
}

/** Several sounds joined. */
export function joined(parts: readonly Cepstra[]): Cepstra {
  const values = new Float32Array(parts.reduce((sum, part) => sum + part.values.length, 0))
  let at = 0
  for (const part of parts) {
    values.set(part.values, at)
    at += part.values.length
  }
  return { values, frames: values.length / COEFFICIENTS }
}

/** Some frames of a sound. */
export function framesOf({ values }: Cepstra, frames: ArrayLike<number>): Cepstra {
  const taken = new Float32Array(frames.length * COEFFICIENTS)
  for (let at = 0; at < frames.length; at++) {
    const from = (frames[at] ?? 0) * COEFFICIENTS
    taken.set(values.subarray(from, from + COEFFICIENTS), at * COEFFICIENTS)
  }
  return { values: taken, frames: frames.length }
}

/** Distance of two frames: about 1 for any two, less for the same sound. */
export function distance(a: Cepstra, i: number, b: Cepstra, j: number): number {
  let sum = 0
  const [x, y] = [i * COEFFICIENTS, j * COEFFICIENTS]
  for (let at = 0; at < COEFFICIENTS; at++) {
    const difference = (a.values[x + at] ?? 0) - (b.values[y + at] ?? 0)
    sum += difference * difference
  }
  return Math.sqrt(sum / (2 * COEFFICIENTS))
}
