import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { catalogue, type ModelEntry, type ModelFile, runtimes } from './catalogue.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The setting of the weights' folder, as a field of an adapter's settings. */
export const modelsSettings = {
  MODELS_DIR: z
    .string()
    .default('data/models')
    .transform((path) => resolve(root, path)),
}

/** Path of a model's file; one folder per repository, as the runtimes expect. */
export function modelPath(folder: string, { repository, path }: ModelFile): string {
  return join(folder, ...repository.split('/'), ...path.split('/'))
}

/** Where a model's runtime package is, beside the weights or in the product; undefined if missing. */
export function runtimePath(folder: string, { runtime }: ModelEntry): string | undefined {
  try {
    const place = runtime === 'onnx' ? root : folder
    return createRequire(join(place, 'package.json')).resolve(runtimes[runtime].package)
  } catch {
    return undefined
  }
}

/** A model's missing files. */
export async function missingFiles(folder: string, { files }: ModelEntry): Promise<ModelFile[]> {
  const checked = await Promise.all(
    files.map((file) =>
      access(modelPath(folder, file)).then(
        () => [],
        () => [file],
      ),
    ),
  )
  return checked.flat()
}

/** The best installed model with its runtime, among those with this name prefix. */
export async function modelHere(folder: string, prefix: string): Promise<ModelEntry | undefined> {
  for (const entry of catalogue.filter(({ name }) => name.startsWith(prefix)))
    if (runtimePath(folder, entry) && (await missingFiles(folder, entry)).length === 0) return entry
  return undefined
}
