import { writeFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import type { Operation } from '#core/domain/operation.ts'
import { type OperationFacts, type OperationPlan, planOperation } from '#core/operations/plan.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import type { FrameRate } from '#core/domain/frames.ts'
import type { LineFlag } from '#core/domain/task.ts'
import type { ProfileId } from '#core/domain/profiles.ts'
import { type SubtitleMetrics, subtitleMetrics } from '#core/metrics/subtitle-metrics.ts'
import type { Loss } from '#core/subtitle/formats/convert.ts'
import { readScript, type Script } from '#core/speech/script.ts'
import { type ScriptFault, type ScriptFile, scriptText } from '#core/speech/script-file.ts'
import { fileBytes } from '#core/subtitle/formats/file.ts'
import type { Format } from '#core/subtitle/formats/format.ts'
import { readStoredFile, type StoredFile, writeVersion } from '#core/subtitle/formats/imported-file.ts'
import { type StandingLine, standingLines } from '#core/subtitle/cue/line-flag.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueIn, cueList } from '#core/subtitle/cue/cue-list.ts'
import { type CueWords, WordTimes } from '#core/subtitle/formats/cue-words.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { applyPatch, invertPatch } from '#core/subtitle/cue/patch.ts'
import { copyRoles as rolesCopied } from '#core/subtitle/cue/role-copy.ts'
import { writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import {
  applyWireChanges,
  fromWire,
  standsAsChanged,
  toWire,
  toWireChanges,
  type WireChange,
  type WireCue,
} from '#core/subtitle/cue/wire.ts'
import { type Content, contentOf, type ContentToRead } from '../subtitles/content-text.ts'
import { type FileText, type FileToRead, readFileText } from '../subtitles/file-text.ts'
import { longEdit } from '../subtitles/long-lines.ts'
import { cueColumns, cuesOf, type VersionText } from '../subtitles/rows.ts'

/** The version's cues as the database writes them. */
type StoredText = string

interface Planning {
  readonly cues: StoredText
  readonly operation: Operation
  readonly facts: Omit<OperationFacts, 'source'>
  readonly source?: StoredText | undefined
  /** Where the operation's result for the version is written. */
  readonly path?: string | undefined
}

/** What an operation does to a version, without the changes themselves. */
export interface Planned extends Omit<OperationPlan, 'patch'> {
  readonly lines: number
  readonly changed: number
}

/** What is written for a version that an operation changes or undoes. */
export interface WrittenText {
  readonly columns: VersionText
  /** Changes that undo it, as JSON. */
  readonly undo: string
}

interface FileToWrite {
  readonly cues: StoredText
  /** The file that the version was imported from. */
  readonly stored: StoredFile | undefined
  readonly format: Format
  readonly language: string
  /** Words with known times, for a format that holds only these. */
  readonly words: readonly CueWords[]
}

interface Patching {
  readonly cues: StoredText
  readonly changes: readonly WireChange[]
  readonly digest: string
}

interface Patched {
  readonly text: VersionText
  /** The first cue that became too long, from 1; 0 for none. */
  readonly longLine: number
  /** Removed cues with their old content. */
  readonly gone: readonly Cue[]
}

interface NewContent extends ContentToRead {
  readonly cues: StoredText
}

interface Marking {
  readonly cues: StoredText
  readonly marked: readonly string[]
  readonly roles: readonly string[]
}

interface Measuring {
  readonly cues: StoredText
  readonly reference: StoredText
  readonly profile: ProfileId
  readonly language: string
  readonly rate: FrameRate | undefined
}

interface TakingBack {
  readonly cues: StoredText
  readonly undo: readonly WireChange[]
  readonly path: string
}

/** Work off the main thread: texts are passed as strings, which are cheap to copy. */
export const works = {
  /** Undefined for an invalid pattern. */
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

  /** A text as a script. */
  async readScript({ text }: { text: string }): Promise<Script> {
    return readScript(text)
  },

  /** A script's text from a file, or why the file has none. */
  async readScriptFile({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<ScriptFile | ScriptFault> {
    const text = await scriptText(name, bytes)
    if (typeof text !== 'string') return text
    const { sentences, speakers } = readScript(text)
    return { text, sentences: sentences.length, speakers: [...speakers] }
  },

  /** Names that an imported file has for its cues, by cue id. */
  async speakers(stored: StoredFile): Promise<ReadonlyMap<string, string>> {
    return readStoredFile(stored).speakers
  },

  /** Cues of a version with their current flags. */
  async flagged({ cues, flags }: { cues: StoredText; flags: readonly LineFlag[] }): Promise<StandingLine[]> {
    return standingLines(read(cues), flags)
  },

  /** A version as a file, with its losses. */
  async writeFile({
    cues,
    stored,
    format,
    language,
    words,
  }: FileToWrite): Promise<{ bytes: Uint8Array; losses: readonly Loss[] }> {
    const lines = read(cues)
    const times = new WordTimes(words)
    const there = new Set(words.length > 0 ? lines.map(({ id }) => id) : [])
    const { text, losses } = writeVersion(lines, stored && readStoredFile(stored), format, {
      language,
      ...(words.length > 0 && { words: (cue) => times.of(cue, (id) => there.has(id)) }),
    })
    return { bytes: fileBytes(text, format), losses }
  },

  /** A version of the cues in a request; undefined if they can't be read. */
  async write({ lines }: { lines: readonly WireCue[] }): Promise<{ text: VersionText; hasLong: boolean } | undefined> {
    const cues = fromWire(lines)
    return cues && { text: cueColumns(cues), hasLong: longEdit(cues, []) > 0 }
  },

  /** How far a version is from another one, and how much of it is within a profile. */
  async measure({ cues, reference, profile, ...options }: Measuring): Promise<SubtitleMetrics> {
    const [mine, theirs] = [cues, reference].map((stored) => read(stored).toSorted((a, b) => a.start - b.start))
    return subtitleMetrics(mine ?? [], theirs ?? [], limitsOf(profiles[profile], options))
  },

  /** A version as SubRip. */
  async asSrt({ cues }: { cues: StoredText }): Promise<string> {
    return writeSrt(read(cues))
  },

  /** Cues of a SubRip text that replaces a version's. */
  async content(input: NewContent): Promise<Content> {
    return contentOf(read(input.cues), input)
  },

  /** A version's cues with some assigned to these speakers; cues that no longer exist are left out. */
  async markRole({ cues, marked, roles }: Marking): Promise<WireCue[]> {
    const wanted = new Set(marked)
    return toWire(read(cues).map((cue) => (wanted.has(cue.id) ? { ...cue, roles } : cue)))
  },

  /** A version's cues with the speakers of another, and the number of changes. */
  async copyRoles({ from, to }: { from: StoredText; to: StoredText }): Promise<{ lines: WireCue[]; changed: number }> {
    const before = read(to)
    const after = rolesCopied(read(from), before)
    return { lines: toWire(after), changed: after.filter((cue, at) => cue !== before[at]).length }
  },

  /** A version without a speaker; undefined if no cue has it. */
  async dropRole({ cues: stored, roleId }: { cues: StoredText; roleId: string }): Promise<VersionText | undefined> {
    const cues = read(stored)
    if (!cues.some(({ roles }) => roles.includes(roleId))) return undefined
    return cueColumns(cues.map((cue) => ({ ...cue, roles: cue.roles.filter((role) => role !== roleId) })))
  },

  /** A version with other speaker ids, and the speakers that it had. */
  async renameRoles({
    cues: stored,
    roleOf,
  }: {
    cues: StoredText
    roleOf: ReadonlyMap<string, string>
  }): Promise<{ columns: VersionText; roles: readonly string[] }> {
    const cues = read(stored)
    const renamed = cues.map((cue) => ({
      ...cue,
      roles: [...new Set(cue.roles.map((role) => roleOf.get(role) ?? role))],
    }))
    return { columns: cueColumns(renamed), roles: [...new Set(cues.flatMap(({ roles }) => roles))] }
  },

  /** A version with changes applied; undefined if they don't fit it or lead to another text than the editor's. */
  async patch({ cues: stored, changes, digest }: Patching): Promise<Patched | undefined> {
    const before = cueList(read(stored))
    const cues = applyWireChanges(before, changes)?.cues
    if (!cues || Digest.of(cues).text !== digest) return undefined
    const gone = changes.flatMap(({ cue_id, cue }) => (cue ? [] : (cueIn(before, cue_id) ?? [])))
    return { text: cueColumns(cues), longLine: longEdit(cues, before.cues), gone }
  },

  /** Whether a version already is the result of the changes. */
  async standsAs({ cues: stored, changes, digest }: Patching): Promise<boolean> {
    const cues = read(stored)
    // The digest ignores the order of cues.
    return Digest.of(cues).text === digest && standsAsChanged(cues, changes)
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
