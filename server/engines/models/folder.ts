import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { catalogue, type ModelEntry, type ModelFile, runtimes } from './catalogue.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The setting of the folder that weights are kept in, as a field of an adapter's settings. */
export const modelsSettings = {
  MODELS_DIR: z
    .string()
    .default('data/models')
    .transform((path) => resolve(root, path)),
}

/** Where a file of a model lies; one folder for each repository, as the runtimes look for them. */
export function modelPath(folder: string, { repository, path }: ModelFile): string {
  return join(folder, ...repository.split('/'), ...path.split('/'))
}

/** Where the package that runs a model is, beside the weights or among the product's own; undefined where it is not. */
export function runtimePath(folder: string, { runtime }: ModelEntry): string | undefined {
  try {
    const place = runtime === 'onnx' ? root : folder
    return createRequire(join(place, 'package.json')).resolve(runtimes[runtime].package)
  } catch {
    return undefined
  }
}

/** The files of a model that are not there. */
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

/** The best model of the catalogue, among those whose names begin so, that is here with what runs it. */
export async function modelHere(folder: string, prefix: string): Promise<ModelEntry | undefined> {
  for (const entry of catalogue.filter(({ name }) => name.startsWith(prefix)))
    if (runtimePath(folder, entry) && (await missingFiles(folder, entry)).length === 0) return entry
  return undefined
}
