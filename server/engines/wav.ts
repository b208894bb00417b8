import type { FileHandle } from 'node:fs/promises'
import type { SpokenSound } from './tts/engine.ts'

const HEADER = 44

/** The header of a WAV file with this many bytes of samples, 16-bit or floats; mono by default. */
export function wavHeader(rate: number, bytes: number, channels = 1, width: 2 | 4 = 2): Buffer {
  const header = Buffer.alloc(HEADER)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER - 8 + bytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(width === 2 ? 1 : 3, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * width * channels, 28)
  header.writeUInt16LE(width * channels, 32)
  header.writeUInt16LE(8 * width, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(bytes, 40)
  return header
}

/** A WAV file of floats, from one array for each channel. */
export function writeFloatWav(planes: readonly Float32Array[], rate: number): Buffer {
  const bytes = interleaved(planes)
  return Buffer.concat([wavHeader(rate, bytes.length, planes.length, 4), bytes])
}

/** The samples of all channels in turn, as 32-bit floats. */
export function interleaved(planes: readonly Float32Array[]): Buffer {
  const count = planes.length
  const all = new Float32Array(count * (planes[0]?.length ?? 0))
  for (const [channel, plane] of planes.entries())
    for (let at = 0; at < plane.length; at++) all[at * count + channel] = plane[at] ?? 0
  return Buffer.from(all.buffer)
}

/** A mono WAV file of 16-bit samples. */
export function writeWav({ samples, rate }: SpokenSound): Buffer {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  return Buffer.concat([wavHeader(rate, bytes.length), bytes])
}

/** Of a 16-bit WAV file: rate, channels, offset and bytes of its samples. */
export interface WavShape {
  readonly rate: number
  readonly channels: number
  readonly start: number
  readonly bytes: number
}

/** The header's most bytes, whatever other chunks it has. */
const HEAD_BYTES = 64 * 1024

/** The header of a large WAV file; undefined if it is none. */
export async function wavShape(file: FileHandle): Promise<WavShape | undefined> {
  const { size } = await file.stat()
  const head = Buffer.alloc(Math.min(HEAD_BYTES, size))
  await file.read(head, 0, head.length, 0)
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let sound: { rate: number; channels: number } | undefined
  for (let at = 12; at + 8 <= head.length;) {
    const kind = head.toString('latin1', at, at + 4)
    const length = head.readUInt32LE(at + 4)
    const start = at + 8
    if (kind === 'fmt ' && start + 16 <= head.length && head.readUInt16LE(start + 14) === 16)
      sound = { channels: head.readUInt16LE(start + 2), rate: head.readUInt32LE(start + 4) }
    if (kind === 'data') return sound && { ...sound, start, bytes: Math.min(length, size - start) }
    at = start + length + (length % 2)
  }
  return undefined
}
