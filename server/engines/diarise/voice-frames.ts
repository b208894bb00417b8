import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import Meyda from 'meyda'
import { TIMBRE } from '#core/speech/gaussian.ts'
import { pitches } from '#core/speech/pitch.ts'
import type { VoiceFrames } from '#core/speech/voice-frames.ts'

const RATE = 16_000
const HEADER = 44
const WINDOW = 512
const STEP_MS = 10
const STEP = (RATE * STEP_MS) / 1000
/** One pitch serves this many frames: it costs more than everything else. */
const PITCH_EACH = 4
/** Samples of a piece. */
const PIECE = RATE
const FULL_SCALE = 32_768

/** Timbre, pitch and level of a 16 kHz mono WAV file written by this server. */
export async function voiceFrames(wavPath: string): Promise<VoiceFrames> {
  Object.assign(Meyda, { bufferSize: WINDOW, sampleRate: RATE, melBands: 26, numberOfMFCCCoefficients: TIMBRE + 1 })
  // Lists that grow take several times as much, and a long video has a million frames.
  const most = Math.ceil((await stat(wavPath)).size / 2 / STEP)
  const timbre = new Float32Array(most * TIMBRE)
  const level = new Float32Array(most)
  const pitch = new Float32Array(most)
  let count = 0
  for await (const samples of piecesOf(wavPath)) {
    const heard = pitches({ samples, rate: RATE }, STEP_MS * PITCH_EACH)
    for (let from = 0, at = 0; from + STEP <= PIECE && from + WINDOW <= samples.length; from += STEP, at++) {
      const frame = Float32Array.from(samples.subarray(from, from + WINDOW), (sample) => sample / FULL_SCALE)
      const { mfcc = [], rms = 0 } = Meyda.extract(['mfcc', 'rms'], frame) ?? {}
      timbre.set(mfcc.slice(1, TIMBRE + 1), count * TIMBRE)
      level[count] = 20 * Math.log10(rms + 1e-5)
      pitch[count++] = heard[Math.floor(at / PITCH_EACH)] ?? Number.NaN
    }
  }
  return {
    ...{ stepMs: STEP_MS, timbre: timbre.subarray(0, count * TIMBRE) },
    ...{ pitch: pitch.subarray(0, count), level: level.subarray(0, count) },
  }
}

/** One second each, overlapping the next: windows cross the border. */
async function* piecesOf(wavPath: string): AsyncGenerator<Int16Array> {
  let rest = Buffer.alloc(0)
  const bytes = 2 * PIECE
  const more = 2 * PIECE * 0.1
  for await (const chunk of createReadStream(wavPath, { start: HEADER, highWaterMark: bytes })) {
    rest = Buffer.concat([rest, chunk as Buffer])
    for (; rest.length >= bytes + more; rest = rest.subarray(bytes)) yield samplesIn(rest.subarray(0, bytes + more))
  }
  for (; rest.length > 2 * WINDOW; rest = rest.subarray(bytes)) yield samplesIn(rest.subarray(0, bytes + more))
}

function samplesIn(bytes: Buffer): Int16Array {
  const even = Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  return new Int16Array(even.buffer)
}
