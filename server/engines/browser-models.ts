import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type BrowserModel, type BrowserModelName, browserModelNames } from '#core/domain/browser-models.ts'
import type { MoonshineModel } from '#core/speech/moonshine/tokens.ts'
import { packageFile } from './inference/package-files.ts'

type MoonshinePart = 'encoder' | 'decoder'
const moonshineFiles: Record<MoonshinePart, string> = {
  encoder: 'encoder_model.onnx',
  decoder: 'decoder_model_merged.onnx',
}

/** A file of Moonshine's weights from a package of the default install; undefined if missing. */
export const moonshinePath = (model: MoonshineModel, part: MoonshinePart): string | undefined =>
  packageFile('@usefulsensors/moonshine-js', 'model', model, 'quantized', moonshineFiles[part])

export const sileroPath = (): string | undefined => packageFile('@ricky0123/vad-web', 'silero_vad_v6.onnx')

const paths: Record<BrowserModelName, () => string | undefined> = {
  'moonshine-base-encoder.onnx': () => moonshinePath('base', 'encoder'),
  'moonshine-base-decoder.onnx': () => moonshinePath('base', 'decoder'),
  'moonshine-tiny-encoder.onnx': () => moonshinePath('tiny', 'encoder'),
  'moonshine-tiny-decoder.onnx': () => moonshinePath('tiny', 'decoder'),
  'silero-vad.onnx': sileroPath,
}

export interface BrowserModelFile extends BrowserModel {
  readonly path: string
}

const counted = new Map<string, { readonly stamp: string; readonly file: Promise<BrowserModelFile> }>()

/** The available models for browsers with their digests, computed once per file. */
export async function browserModels(): Promise<BrowserModelFile[]> {
  const found = await Promise.all(browserModelNames.map(browserModel))
  return found.filter((file) => file !== undefined)
}

/** Undefined if the file is missing. */
export async function browserModel(name: BrowserModelName): Promise<BrowserModelFile | undefined> {
  const path = paths[name]()
  if (path === undefined) return undefined
  const { size, mtimeMs } = await stat(path)
  // Reinstalling a package while the server runs changes the weights.
  const stamp = `${path} ${size} ${mtimeMs}`
  const known = counted.get(name)
  if (known?.stamp === stamp) return known.file
  const file = digestOf(path).then((sha256) => ({ name, bytes: size, sha256, path }))
  counted.set(name, { stamp, file })
  return file
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
