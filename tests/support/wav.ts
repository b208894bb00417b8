import type { SpokenSound } from '#server/engines/tts/engine.ts'

const HEADER = 44

/** A mono WAV file of 16-bit samples. */
export function writeWav({ samples, rate }: SpokenSound): Buffer {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  const header = Buffer.alloc(HEADER)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER - 8 + bytes.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(bytes.length, 40)
  return Buffer.concat([header, bytes])
}
