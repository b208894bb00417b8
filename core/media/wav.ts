import type { Sound } from './speech-sound.ts'

/** From this length on it counts as unknown: a program that writes to a pipe can't know it. */
const UNKNOWN_LENGTH = 0x7000_0000

/**
 * The samples of a 16-bit WAV file, channels averaged. Undefined if it is no such file, or shorter than its header says:
 * half a sentence is not usable.
 */
export function readWav(file: Uint8Array): Sound | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const nameAt = (at: number): string => String.fromCharCode(...file.subarray(at, at + 4))
  if (file.length < 12 || nameAt(0) !== 'RIFF' || nameAt(8) !== 'WAVE') return undefined
  let rate = 0
  let channels = 0
  for (let at = 12; at + 8 <= file.length;) {
    const kind = nameAt(at)
    const size = view.getUint32(at + 4, true)
    const body = at + 8
    if (kind === 'fmt ' && body + 16 <= file.length) {
      channels = view.getUint16(body + 2, true)
      rate = view.getUint32(body + 4, true)
      if (view.getUint16(body + 14, true) !== 16 || channels === 0 || rate === 0) return undefined
    }
    if (kind === 'data') {
      if (rate === 0 || (body + size > file.length && size < UNKNOWN_LENGTH)) return undefined
      return { samples: monoSamples(view, body, Math.min(body + size, file.length), channels), rate }
    }
    // Pieces begin at even bytes.
    at = body + size + (size % 2)
  }
  return undefined
}

function monoSamples(view: DataView, from: number, to: number, channels: number): Int16Array {
  const samples = new Int16Array(Math.floor((to - from) / 2 / channels))
  for (let index = 0; index < samples.length; index++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++)
      sum += view.getInt16(from + (index * channels + channel) * 2, true)
    samples[index] = Math.round(sum / channels)
  }
  return samples
}

/** A mono WAV file of 16-bit samples, from floats whose full scale is 1. */
export function wavOfFloats(samples: Float32Array, rate: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(44 + 2 * samples.length)
  const view = new DataView(file.buffer)
  const name = (at: number, letters: string): void => file.set(new TextEncoder().encode(letters), at)
  name(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  name(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, 2 * rate, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  name(36, 'data')
  view.setUint32(40, 2 * samples.length, true)
  for (let at = 0; at < samples.length; at++)
    view.setInt16(44 + 2 * at, Math.round(Math.max(-1, Math.min(1, samples[at] ?? 0)) * 32_767), true)
  return file
}
