import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of a file beside a package's main file; undefined where the package or the file is not installed. */
export function packageFile(entry: string, ...path: string[]): string | undefined {
  try {
    const file = join(dirname(fileURLToPath(import.meta.resolve(entry))), ...path)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}
