import * as Comlink from 'comlink'
import type { TimedLine } from '#core/media/match-words.ts'
import type { TimeMatch } from '#core/media/match-times.ts'
import type { CueWords } from '#core/subtitle/cue-words.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { ImportedFile, StoredFile } from '#core/subtitle/imported-file.ts'
import type { FileBytes, ReadContent, ReadingWorker } from '#workers/reading/reading.worker.ts'

let worker: Comlink.Remote<ReadingWorker> | undefined

/** Begins with the first file, and stays for the next. */
function readingWorker(): Comlink.Remote<ReadingWorker> {
  worker ??= Comlink.wrap<ReadingWorker>(
    new Worker(new URL('../../workers/reading/reading.worker.ts', import.meta.url), { type: 'module' }),
  )
  return worker
}

/** Reads a file's bytes off the page's thread: an hour of positioned titles takes longer than many frames. */
export async function readBytes(file: FileBytes): Promise<ReadContent> {
  return readingWorker().read(Comlink.transfer(file, [file.bytes.buffer]))
}

/** Reads the file that a version was made of, off the page's thread. */
export async function readStored(stored: StoredFile): Promise<ImportedFile> {
  return readingWorker().readStored(stored)
}

/** Where lines belong by where there is speech: seconds of work for a long film, off the page's thread. */
export async function matchLines(
  lines: readonly TimeRange[],
  spoken: readonly TimeRange[],
): Promise<TimeMatch | undefined> {
  const times = (all: readonly TimeRange[]): TimeRange[] =>
    all.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start)
  return readingWorker().matchTimes(times(lines), times(spoken))
}

/** Where lines belong by the words that a recognition of the film heard; undefined where too few are theirs. */
export async function matchHeard(
  lines: readonly TimedLine[],
  heard: readonly CueWords[],
): Promise<TimeMatch | undefined> {
  return readingWorker().matchWords(
    lines.map(({ start, end, text }) => ({ start, end, text })),
    [...heard],
  )
}
