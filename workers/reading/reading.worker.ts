import * as Comlink from 'comlink'
import { matchTimes, type TimeMatch } from '#core/media/match-times.ts'
import { matchWords, type TimedLine } from '#core/media/match-words.ts'
import { sequentialIds } from '#core/subtitle/cue.ts'
import type { CueWords } from '#core/subtitle/cue-words.ts'
import { type ReadBytes, type ReadOptions, readSubtitleBytes } from '#core/subtitle/file.ts'
import type { SubtitleFile } from '#core/subtitle/format.ts'
import { type ImportedFile, readStoredFile, type StoredFile } from '#core/subtitle/imported-file.ts'
import { unrolled } from '#core/subtitle/roll-up.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** What a file holds, and the same with each row of its roll-up captions once; undefined where it has none. */
export interface ReadContent {
  readonly read: ReadBytes
  readonly single: SubtitleFile | undefined
}

/** A file's bytes, its name, and what was chosen of it; undefined guesses. */
export interface FileBytes extends Pick<ReadOptions, 'language' | 'rate'> {
  readonly bytes: Uint8Array
  readonly name: string
  readonly encoding: string | undefined
}

/** Reads subtitle files. The same file gets the same ids each time: what a draft holds finds its place in it again. */
const worker = {
  async read({ bytes, ...options }: FileBytes): Promise<ReadContent> {
    const read = await readSubtitleBytes(bytes, sequentialIds('f'), options)
    return { read, single: unrolled(read) }
  },
  readStored(stored: StoredFile): ImportedFile {
    return readStoredFile(stored)
  },
  /** Where lines belong, by where there is speech or other lines are shown. */
  matchTimes(lines: readonly TimeRange[], spoken: readonly TimeRange[]): TimeMatch | undefined {
    return matchTimes(lines, spoken)
  },
  /** Where lines belong, by the words that were heard. */
  matchWords(lines: readonly TimedLine[], heard: readonly CueWords[]): TimeMatch | undefined {
    return matchWords(lines, heard)
  },
}

export type ReadingWorker = typeof worker

Comlink.expose(worker)
