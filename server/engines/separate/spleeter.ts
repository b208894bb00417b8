import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { PIECE_EDGE, PIECE_SAMPLES } from '#core/media/spectral-masks.ts'
import { EngineError } from '../engine-error.ts'
import { infer } from '../inference/host.ts'
import { modelHere, modelPath, modelsSettings } from '../models/folder.ts'
import { lacksModel } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { wavHeader, wavShape } from '../wav.ts'
import type { SeparateOptions } from './engine.ts'

const NAME = 'spleeter'
const VERSION = 'spleeter-1'
const RATE = 44_100
const CHANNELS = 2
const FRAME_BYTES = 2 * CHANNELS
/** Samples that each piece adds: its ends overlap its neighbours. */
const STEP = PIECE_SAMPLES - 2 * PIECE_EDGE

interface Models {
  readonly vocals: string
  readonly accompaniment: string
}

async function modelsIn(folder: string): Promise<Models> {
  const [vocals, accompaniment] = (await modelHere(folder, NAME))?.files.map((file) => modelPath(folder, file)) ?? []
  if (!vocals || !accompaniment) throw new EngineError('transient', NAME, 'its files are gone')
  return { vocals, accompaniment }
}

/** Processes a WAV file in pieces: the memory is that of one piece. */
async function separate(folder: string, wavPath: string, { folder: to, signal, onProgress }: SeparateOptions) {
  const models = await modelsIn(folder)
  const paths = { voices: join(to, 'voices.wav'), background: join(to, 'background.wav') }
  const source = await open(wavPath)
  const files: FileHandle[] = []
  try {
    const shape = await wavShape(source)
    if (shape?.rate !== RATE || shape.channels !== CHANNELS)
      throw new EngineError('input', NAME, 'sound that is not stereo in 44.1 kHz')
    for (const path of [paths.voices, paths.background]) files.push(await open(path, 'w'))
    const frames = Math.floor(shape.bytes / FRAME_BYTES)
    for (const file of files) await file.write(wavHeader(RATE, frames * FRAME_BYTES, CHANNELS))
    for (let at = 0; at < frames; at += STEP) {
      signal.throwIfAborted()
      const channels = await readPiece(source, shape.start, frames, at - PIECE_EDGE)
      const parts = await infer(NAME, 'takeApart', { ...models, channels }, signal)
      const count = Math.min(STEP, frames - at)
      for (const [index, part] of [parts.voices, parts.background].entries())
        await files[index]?.writeFile(interleaved(part, PIECE_EDGE, count))
      onProgress(Math.min(1, (at + count) / frames))
    }
    return paths
  } finally {
    await Promise.all([source, ...files].map((file) => file.close()))
  }
}

/** One piece from a frame on; silence before the beginning and after the end. */
async function readPiece(
  file: FileHandle,
  start: number,
  frames: number,
  from: number,
): Promise<[Float32Array, Float32Array]> {
  const first = Math.max(0, from)
  const last = Math.min(frames, from + PIECE_SAMPLES)
  const bytes = Buffer.alloc(Math.max(0, last - first) * FRAME_BYTES)
  if (bytes.length > 0) await file.read(bytes, 0, bytes.length, start + first * FRAME_BYTES)
  const channels = [new Float32Array(PIECE_SAMPLES), new Float32Array(PIECE_SAMPLES)] as const
  for (let at = 0; at < last - first; at++)
    for (const [index, channel] of channels.entries())
      channel[first - from + at] = bytes.readInt16LE(at * FRAME_BYTES + index * 2) / 32_768
  return [...channels]
}

function interleaved([left, right]: readonly [Float32Array, Float32Array], from: number, count: number): Buffer {
  const bytes = Buffer.alloc(count * FRAME_BYTES)
  const sample = (value: number): number => Math.round(Math.max(-1, Math.min(1, value)) * 32_767)
  for (let at = 0; at < count; at++) {
    bytes.writeInt16LE(sample(left[from + at] ?? 0), at * FRAME_BYTES)
    bytes.writeInt16LE(sample(right[from + at] ?? 0), at * FRAME_BYTES + 2)
  }
  return bytes
}

/** Voices and background by Spleeter, with weights of the models folder. */
export const adapter = defineEngine({
  port: 'separate',
  name: NAME,
  label: 'Spleeter',
  settings: z.object(modelsSettings),
  async probe({ MODELS_DIR }) {
    const entry = await modelHere(MODELS_DIR, NAME)
    const abilities = { concurrency: 1, priceUnit: 'free' } as const
    if (entry) return { serves: { abilities }, label: entry.label, detail: entry.name }
    return lacksModel(NAME)
  },
  open: ({ MODELS_DIR: folder }) => ({
    version: VERSION,
    separate: (wavPath, options) => separate(folder, wavPath, options),
  }),
})
