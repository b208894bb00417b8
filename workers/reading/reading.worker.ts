import * as Comlink from 'comlink'
import { matchTimes, type TimeMatch } from '#core/media/match-times.ts'
import { matchWords, type TimedLine } from '#core/media/match-words.ts'
import { type ScriptFault, scriptText } from '#core/speech/script-file.ts'
import type { CueWords } from '#core/subtitle/formats/cue-words.ts'
import { type ImportedFile, readStoredFile, type StoredFile } from '#core/subtitle/formats/imported-file.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { type FileBytes, readContent, type ReadContent } from './read-content.ts'

/** Reads subtitle files. */
const worker = {
  read(file: FileBytes): Promise<ReadContent> {
    return readContent(file)
  },
  readStored(stored: StoredFile): ImportedFile {
    return readStoredFile(stored)
  },
  /** The text of a script file, or why it has none. */
  readScript(name: string, bytes: Uint8Array): Promise<string | ScriptFault> {
    return scriptText(name, bytes)
  },
  /** Matches cues to speech or to other cues. */
  matchTimes(lines: readonly TimeRange[], spoken: readonly TimeRange[]): TimeMatch | undefined {
    return matchTimes(lines, spoken)
  },
  /** Matches cues to recognised words. */
  matchWords(lines: readonly TimedLine[], heard: readonly CueWords[]): TimeMatch | undefined {
    return matchWords(lines, heard)
  },
}

export type ReadingWorker = typeof worker

Comlink.expose(worker)
