import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of a file beside a package's main file; undefined if the package or the file is missing. */
export function packageFile(entry: string, ...path: string[]): string | undefined {
  try {
    const file = join(dirname(fileURLToPath(import.meta.resolve(entry))), ...path)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}
