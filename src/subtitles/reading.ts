import * as Comlink from 'comlink'
import type { TimedLine } from '#core/media/match-words.ts'
import type { TimeMatch } from '#core/media/match-times.ts'
import type { CueWords } from '#core/subtitle/cue-words.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { ImportedFile, StoredFile } from '#core/subtitle/imported-file.ts'
import type { FileBytes, ReadContent } from '#workers/reading/read-content.ts'
import type { ReadingWorker } from '#workers/reading/reading.worker.ts'
import { ReadingThread } from './reading-thread.ts'

function begin(): { remote: Comlink.Remote<ReadingWorker>; end: () => void } {
  const worker = new Worker(new URL('../../workers/reading/reading.worker.ts', import.meta.url), { type: 'module' })
  return { remote: Comlink.wrap<ReadingWorker>(worker), end: () => worker.terminate() }
}

/** What other people made, which may be made to take for ever. */
const files = new ReadingThread(begin)
let matching: Comlink.Remote<ReadingWorker> | undefined

/** Begins with the first lines that are matched, and stays for the next. */
function matchingWorker(): Comlink.Remote<ReadingWorker> {
  matching ??= begin().remote
  return matching
}

/**
 * Reads a file's bytes off the page's thread: an hour of positioned titles takes longer than many frames. Rejects with a
 * FileUnreadable where it takes too long.
 */
export async function readBytes(file: FileBytes): Promise<ReadContent> {
  return files.read((remote) => remote.read(Comlink.transfer(file, [file.bytes.buffer])))
}

/** Reads the file that a version was made of, off the page's thread. Rejects as `readBytes` does. */
export async function readStored(stored: StoredFile): Promise<ImportedFile> {
  return files.read((remote) => remote.readStored(stored))
}

/** Where lines belong by where there is speech: seconds of work for a long film, off the page's thread. */
export async function matchLines(
  lines: readonly TimeRange[],
  spoken: readonly TimeRange[],
): Promise<TimeMatch | undefined> {
  const times = (all: readonly TimeRange[]): TimeRange[] =>
    all.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start)
  return matchingWorker().matchTimes(times(lines), times(spoken))
}

/** Where lines belong by the words that a recognition of the film heard; undefined where too few are theirs. */
export async function matchHeard(
  lines: readonly TimedLine[],
  heard: readonly CueWords[],
): Promise<TimeMatch | undefined> {
  return matchingWorker().matchWords(
    lines.map(({ start, end, text }) => ({ start, end, text })),
    [...heard],
  )
}
