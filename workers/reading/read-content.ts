import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { type ReadBytes, type ReadOptions, readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import type { SubtitleFile } from '#core/subtitle/formats/format.ts'
import { MOST_PROBLEMS } from '#core/subtitle/text/problem.ts'
import { unrolled } from '#core/subtitle/formats/roll-up.ts'

/** A file's content, and the same with unrolled roll-up captions; undefined if it has none. */
export interface ReadContent {
  readonly read: ReadBytes
  readonly single: SubtitleFile | undefined
  /** Number of problems; `read` has the first thousand, as the page waits for each transferred one. */
  readonly problemCount: number
}

/** A file's bytes, name and chosen options; undefined ones are detected. */
export interface FileBytes extends Pick<ReadOptions, 'language' | 'rate'> {
  readonly bytes: Uint8Array
  readonly name: string
  readonly encoding: string | undefined
}

/** Deterministic ids: a draft matches the file when it is read again. */
export async function readContent({ bytes, ...options }: FileBytes): Promise<ReadContent> {
  const whole = await readSubtitleBytes(bytes, sequentialIds('f'), options)
  const read = { ...whole, problems: whole.problems.slice(0, MOST_PROBLEMS) }
  return { read, single: unrolled(read), problemCount: whole.problems.length }
}
