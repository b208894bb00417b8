import * as Comlink from 'comlink'
import type { TimedLine } from '#core/media/match-words.ts'
import type { TimeMatch } from '#core/media/match-times.ts'
import type { ScriptFault } from '#core/speech/script-file.ts'
import type { CueWords } from '#core/subtitle/formats/cue-words.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { ImportedFile, StoredFile } from '#core/subtitle/formats/imported-file.ts'
import type { FileBytes, ReadContent } from '#workers/reading/read-content.ts'
import type { ReadingWorker } from '#workers/reading/reading.worker.ts'
import { ReadingThread } from './reading-thread.ts'

function begin(): { remote: Comlink.Remote<ReadingWorker>; end: () => void } {
  const worker = new Worker(new URL('../../workers/reading/reading.worker.ts', import.meta.url), { type: 'module' })
  return { remote: Comlink.wrap<ReadingWorker>(worker), end: () => worker.terminate() }
}

/** Untrusted files, which may be crafted to take for ever. */
const files = new ReadingThread(begin)
let matching: Comlink.Remote<ReadingWorker> | undefined

/** Starts with the first match, and stays. */
function matchingWorker(): Comlink.Remote<ReadingWorker> {
  matching ??= begin().remote
  return matching
}

/**
 * Reads a file's bytes in a worker: an hour of positioned titles takes many frames. Rejects with a FileUnreadable on a
 * timeout.
 */
export async function readBytes(file: FileBytes): Promise<ReadContent> {
  return files.read((remote) => remote.read(Comlink.transfer(file, [file.bytes.buffer])))
}

/** Reads a version's imported file in a worker. Rejects like `readBytes`. */
export async function readStored(stored: StoredFile): Promise<ImportedFile> {
  return files.read((remote) => remote.readStored(stored))
}

/** The text of a script file, or why it has none. Rejects as `readBytes` does. */
export async function readScript(name: string, bytes: Uint8Array): Promise<string | ScriptFault> {
  return files.read(async (remote) => remote.readScript(name, Comlink.transfer(bytes, [bytes.buffer])))
}

/** Matches cues to speech in a worker: seconds of work for a long video. */
export async function matchLines(
  lines: readonly TimeRange[],
  spoken: readonly TimeRange[],
): Promise<TimeMatch | undefined> {
  const times = (all: readonly TimeRange[]): TimeRange[] =>
    all.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start)
  return matchingWorker().matchTimes(times(lines), times(spoken))
}

/** Matches cues to the recognised words of the video; undefined if too few fit. */
export async function matchHeard(
  lines: readonly TimedLine[],
  heard: readonly CueWords[],
): Promise<TimeMatch | undefined> {
  return matchingWorker().matchWords(
    lines.map(({ start, end, text }) => ({ start, end, text })),
    [...heard],
  )
}
