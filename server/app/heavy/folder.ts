import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import type { WrittenText } from './work.ts'

/** A folder that is there while some work lasts. */
export async function inFolder<T>(workDir: string, name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(workDir, `${name}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a thread wrote of a version: one is in memory at a time, however many a transaction writes. */
export async function writtenText(path: string): Promise<WrittenText> {
  return deserialize(await readFile(path)) as WrittenText
}
