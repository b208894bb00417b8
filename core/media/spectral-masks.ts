import { Fourier } from './fourier.ts'

/** The short-time spectrum of separation models. */
export const spectrum = {
  size: 4096,
  hop: 1024,
  /** Frames per piece. */
  frames: 512,
  /** Frequency bins of the models, from the lowest up. */
  bins: 1024,
} as const

/** Samples of a piece of `spectrum.frames` frames. */
export const PIECE_SAMPLES = (spectrum.frames - 1) * spectrum.hop + spectrum.size
/** Samples at each end of a piece without full frames, which the next piece covers. */
export const PIECE_EDGE = 2 * spectrum.size

const fourier = new Fourier(spectrum.size)
const hann = Float64Array.from(
  { length: spectrum.size },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / spectrum.size),
)
/** Sum of squared windows over each sample, at a quarter window's hop. */
const WINDOW_SUM = 1.5

function frameAt(samples: Float32Array, from: number): { real: Float64Array; imaginary: Float64Array } {
  const real = new Float64Array(spectrum.size)
  for (let at = 0; at < spectrum.size; at++) real[at] = (samples[from + at] ?? 0) * (hann[at] ?? 0)
  const imaginary = new Float64Array(spectrum.size)
  fourier.forward(real, imaginary)
  return { real, imaginary }
}

/** Magnitudes of a piece: `frames` rows of `bins`. */
export function magnitudes(piece: Float32Array): Float32Array {
  const { frames, bins, hop } = spectrum
  const found = new Float32Array(frames * bins)
  for (let frame = 0; frame < frames; frame++) {
    const { real, imaginary } = frameAt(piece, frame * hop)
    for (let bin = 0; bin < bins; bin++) found[frame * bins + bin] = Math.hypot(real[bin] ?? 0, imaginary[bin] ?? 0)
  }
  return found
}

/** Share of one of two parts from 0 to 1, by the magnitudes of both. */
export function shareOf(part: Float32Array, other: Float32Array): Float32Array {
  return part.map((value, at) => (value ** 2 + 0.5e-10) / (value ** 2 + (other[at] ?? 0) ** 2 + 1e-10))
}

/**
 * A piece with each frequency scaled by its share; bins above the model's get the frame's mean share. Valid `PIECE_EDGE`
 * away from its ends.
 */
export function masked(piece: Float32Array, shares: Float32Array): Float32Array {
  const { frames, bins, hop, size } = spectrum
  const out = new Float32Array(piece.length)
  for (let frame = 0; frame < frames; frame++) {
    const { real, imaginary } = frameAt(piece, frame * hop)
    const row = shares.subarray(frame * bins, (frame + 1) * bins)
    const mean = row.reduce((sum, share) => sum + share, 0) / bins
    for (let bin = 0; bin < size; bin++) {
      const share = row[Math.min(bin, size - bin)] ?? mean
      real[bin] = (real[bin] ?? 0) * share
      imaginary[bin] = (imaginary[bin] ?? 0) * share
    }
    fourier.backward(real, imaginary)
    for (let at = 0; at < size; at++)
      out[frame * hop + at] = (out[frame * hop + at] ?? 0) + ((real[at] ?? 0) * (hann[at] ?? 0)) / WINDOW_SUM
  }
  return out
}
