import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Path of a file beside a package's main file; undefined where the package or the file is not installed. */
export function packageFile(entry: string, ...path: string[]): string | undefined {
  try {
    const file = join(dirname(require.resolve(entry)), ...path)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}
