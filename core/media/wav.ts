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
