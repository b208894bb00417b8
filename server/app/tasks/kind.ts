import type { LineVoice } from '#core/domain/line-voice.ts'
import type { Pronunciation } from '#core/domain/pronunciation.ts'
import type { UsedMedia } from '#core/domain/used-media.ts'
import type { PriceFacts, TaskKind } from '#core/tasks/kind.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { ImportedFrom } from '../subtitles/imported.ts'
import type { KnownSpeakers } from '#core/speech/dub-lines.ts'
import type { EngineFinder } from './engines.ts'
import type { Subjects } from './subjects.ts'
import type { KeptTake } from '../subtitles/kept-takes.ts'
import type { Takes } from './takes.ts'

/** Data that a start is checked against. */
export interface StartFacts<Config> {
  readonly config: Config
  readonly subjects: Subjects
  readonly engines: EngineFinder
  /**
   * The last task of this kind, or of the one that it follows, with a result for the same video and language, as long as
   * its steps are kept.
   */
  readonly earlier: (language: string) => Promise<EarlierTask | undefined>
  /** Voices stored for a folder's speakers in a language. */
  readonly keptVoices: (folderId: string, language: string) => Promise<RoleVoice[]>
  /** Known speakers of a version in a folder. */
  readonly speakers: (folderId: string, version: SpeakersOf) => Promise<KnownSpeakers>
  /** How voices speak words of a folder's lines. */
  readonly pronunciations: (folderId: string) => Promise<readonly Pronunciation[]>
  /** How a version's lines are spoken, and its chosen takes come from. */
  readonly lineFacts: (fileId: string) => Promise<LineFacts>
  /** Takes of a video in a language, by which the price of a dub falls. */
  readonly takes: (videoId: string, language: string) => Promise<Takes>
}

/** Stored voices of a version's lines, and their takes. */
export interface LineFacts {
  readonly voices: ReadonlyMap<string, LineVoice>
  readonly takes: readonly KeptTake[]
}

/** What of a version identifies the file that names its speakers. */
export type SpeakersOf = Pick<ImportedFrom, 'imported_file_id' | 'imported_format'>

/** A speaker's voice. */
export interface RoleVoice {
  readonly folder_role_id: string
  readonly voice: string
}

/** A task that succeeded, with its input, or its result if it is of another kind. */
export interface EarlierTask {
  readonly config: Readonly<Record<string, unknown>>
  readonly cues: readonly Cue[]
  readonly imported: ImportedFrom
}

/** How many cues changed since an earlier task, of how many. */
export interface ChangedLines {
  readonly lines: number
  readonly of: number
}

/** A remark before a start: a message's key and parameters. */
export interface Remark {
  readonly key: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** A task's start values besides its config. */
export interface Prepared {
  /** Name of the task and of its result. */
  readonly name: string
  /** Folder of the result. */
  readonly folderId: string
  /** Language of the result, and of its source; empty if there is none. */
  readonly language?: string
  readonly previousLanguage?: string
  readonly facts?: Partial<PriceFacts>
  /** Of the cues that an earlier task did, how many must be repeated; left out if there was none. */
  readonly changed?: ChangedLines | undefined
  /** Remarks before the start besides price and engine. */
  readonly remarks?: readonly Remark[]
  /** Current small facts that are stored with the config. */
  readonly notes?: Readonly<Record<string, unknown>>
  /** Display name of the engine that would do it. */
  readonly engine: string
}

/** A permitted start: subjects, configuration, price. */
export interface CheckedStart {
  readonly subjects: Subjects
  /** Parsed by the kind's schema, with what replaces the video's picture and sound. */
  readonly config: Record<string, unknown>
  readonly prepared: Prepared
  readonly used: UsedMedia
  readonly credits: number
}

/** Whether a task may start, and with what; a Refusal if it may not. */
export type Precheck<Config> = (facts: StartFacts<Config>) => Promise<Prepared>

/** A kind of task, with what starting one needs. */
export interface StartableTask {
  readonly kind: TaskKind
  /** Settings that a price request may leave out. */
  defaults(subjects: Subjects): Record<string, unknown>
  /** Throws a Refusal. `config` is what the kind's own schema made. */
  precheck(facts: StartFacts<unknown>): Promise<Prepared>
}
