import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Files of CUELANE_TEST_DATA; empty if it is not set, which the tests' names show. */
export const realData = process.env['CUELANE_TEST_DATA']

export function realFiles(...folders: string[]): { name: string; path: string }[] {
  if (!realData) return []
  return folders
    .map((folder) => join(realData, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .sort()
    .map((path) => ({ name: relative(realData, path), path }))
}
