import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import type { WrittenText } from './work.ts'

/** A temporary folder for the duration of some work. */
export async function inFolder<T>(workDir: string, name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(workDir, `${name}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A version's result, written by a thread: only one is in memory at a time. */
export async function writtenText(path: string): Promise<WrittenText> {
  return deserialize(await readFile(path)) as WrittenText
}
