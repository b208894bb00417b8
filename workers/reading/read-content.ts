import { sequentialIds } from '#core/subtitle/cue.ts'
import { type ReadBytes, type ReadOptions, readSubtitleBytes } from '#core/subtitle/file.ts'
import type { SubtitleFile } from '#core/subtitle/format.ts'
import { MOST_PROBLEMS } from '#core/subtitle/problem.ts'
import { unrolled } from '#core/subtitle/roll-up.ts'

/** What a file holds, and the same with each row of its roll-up captions once; undefined where it has none. */
export interface ReadContent {
  readonly read: ReadBytes
  readonly single: SubtitleFile | undefined
  /** How many problems there are; `read` has the first thousand, as the page would wait for each that it is handed. */
  readonly problemCount: number
}

/** A file's bytes, its name, and what was chosen of it; undefined guesses. */
export interface FileBytes extends Pick<ReadOptions, 'language' | 'rate'> {
  readonly bytes: Uint8Array
  readonly name: string
  readonly encoding: string | undefined
}

/** The same file gets the same ids each time: what a draft holds finds its place in it again. */
export async function readContent({ bytes, ...options }: FileBytes): Promise<ReadContent> {
  const whole = await readSubtitleBytes(bytes, sequentialIds('f'), options)
  const read = { ...whole, problems: whole.problems.slice(0, MOST_PROBLEMS) }
  return { read, single: unrolled(read), problemCount: whole.problems.length }
}
