import { writeFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import type { Operation } from '#core/domain/operation.ts'
import { type OperationFacts, type OperationPlan, planOperation } from '#core/operations/plan.ts'
import type { LineFlag } from '#core/domain/task.ts'
import type { Loss } from '#core/subtitle/convert.ts'
import { fileBytes } from '#core/subtitle/file.ts'
import type { Format } from '#core/subtitle/format.ts'
import { readStoredFile, type StoredFile, writeVersion } from '#core/subtitle/imported-file.ts'
import { type StandingLine, standingLines } from '#core/subtitle/line-flag.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, invertPatch } from '#core/subtitle/patch.ts'
import { applyWireChanges, toWireChanges, type WireChange, type WireCue } from '#core/subtitle/wire.ts'
import { type FileText, type FileToRead, readFileText } from '../subtitles/file-text.ts'
import { cueColumns, cuesOf, type VersionText } from '../subtitles/rows.ts'

/** The lines of a version as the database writes them. */
type StoredText = string

interface Planning {
  readonly cues: StoredText
  readonly operation: Operation
  readonly facts: Omit<OperationFacts, 'source'>
  readonly source?: StoredText | undefined
  /** Where what the operation makes of the version is written to. */
  readonly path?: string | undefined
}

/** What an operation does to a version, without its changes. */
export interface Planned extends Omit<OperationPlan, 'patch'> {
  readonly lines: number
  readonly changed: number
}

/** What is written of a version that an operation changes or takes back. */
export interface WrittenText {
  readonly columns: VersionText
  /** Changes that take it back, as JSON. */
  readonly undo: string
}

interface FileToWrite {
  readonly cues: StoredText
  /** The file that the version was made of. */
  readonly stored: StoredFile | undefined
  readonly format: Format
  readonly language: string
}

interface TakingBack {
  readonly cues: StoredText
  readonly undo: readonly WireChange[]
  readonly path: string
}

/** What is done off the main thread: texts come and go as strings, which cost little to hand over. */
export const works = {
  /** Undefined for a pattern that is none. */
  async plan({ cues: stored, operation, facts, source, path }: Planning): Promise<Planned | undefined> {
    const list = cueList(read(stored))
    const plan = planOperation(list, operation, { ...facts, source: source === undefined ? undefined : read(source) })
    if (!plan) return undefined
    const { patch, ...rest } = plan
    if (path !== undefined && !plan.fault && patch.length > 0) {
      const undo = JSON.stringify(toWireChanges(invertPatch(patch)))
      await keep(path, { columns: cueColumns(applyPatch(list, patch).cues), undo })
    }
    return { ...rest, lines: list.cues.length, changed: patch.length }
  },

  async readFile(file: FileToRead): Promise<FileText> {
    return readFileText(file)
  },

  /** Lines of a version that are flagged as they stand. */
  async flagged({ cues, flags }: { cues: StoredText; flags: readonly LineFlag[] }): Promise<StandingLine[]> {
    return standingLines(read(cues), flags)
  },

  /** A version as a file, with what that can't hold. */
  async writeFile({
    cues,
    stored,
    format,
    language,
  }: FileToWrite): Promise<{ bytes: Uint8Array; losses: readonly Loss[] }> {
    const { text, losses } = writeVersion(read(cues), stored && readStoredFile(stored), format, { language })
    return { bytes: fileBytes(text, format), losses }
  },

  /** Whether the changes fit the version. */
  async takeBack({ cues, undo, path }: TakingBack): Promise<boolean> {
    const before = applyWireChanges(cueList(read(cues)), undo)
    if (before) await keep(path, { columns: cueColumns(before.cues), undo: '' })
    return before !== undefined
  },
}

export type Works = typeof works
export type WorkName = keyof Works

function read(stored: StoredText) {
  return cuesOf({ id: 'in a thread', cues: JSON.parse(stored) as WireCue[] })
}

async function keep(path: string, text: WrittenText): Promise<void> {
  await writeFile(path, serialize(text))
}
