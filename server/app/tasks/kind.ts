import type { PriceFacts, TaskKind } from '#core/tasks/kind.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { ImportedFrom } from '../subtitles/imported.ts'
import type { KnownSpeakers } from '../subtitles/speakers.ts'
import type { EngineFinder } from './engines.ts'
import type { Subjects } from './subjects.ts'

/** What a start is checked against. */
export interface StartFacts<Config> {
  readonly config: Config
  readonly subjects: Subjects
  readonly engines: EngineFinder
  /** The last task of this kind, or of the one that it follows, that made something in this language of the same video, as long as its steps are kept. */
  readonly earlier: (language: string) => Promise<EarlierTask | undefined>
  /** Voices that are kept for the speakers of a folder in a language. */
  readonly keptVoices: (folderId: string, language: string) => Promise<RoleVoice[]>
  /** Who is known to speak in a version of a folder. */
  readonly speakers: (folderId: string, version: SpeakersOf) => Promise<KnownSpeakers>
}

/** What of a version tells the file that names its speakers. */
export type SpeakersOf = Pick<ImportedFrom, 'imported_file_id' | 'imported_format'>

/** A speaker's voice. */
export interface RoleVoice {
  readonly folder_role_id: string
  readonly voice: string
}

/** A task that succeeded, with what it was started with, or where it is of another kind, what it made. */
export interface EarlierTask {
  readonly config: Readonly<Record<string, unknown>>
  readonly cues: readonly Cue[]
  readonly imported: ImportedFrom
}

/** How many lines changed since an earlier task, of how many. */
export interface ChangedLines {
  readonly lines: number
  readonly of: number
}

/** Something to know before a start: a message's key and what stands in it. */
export interface Remark {
  readonly key: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** What a task is started with besides its config. */
export interface Prepared {
  /** Name of the task, and of what it makes. */
  readonly name: string
  /** Where its result goes. */
  readonly folderId: string
  /** Language of the result, and of what it is made from; empty where there is none. */
  readonly language?: string
  readonly previousLanguage?: string
  readonly facts?: Partial<PriceFacts>
  /** Of lines that an earlier task did, how many it has to do again; left out where there was none. */
  readonly changed?: ChangedLines | undefined
  /** What is said of it before the start besides price and engine. */
  readonly remarks?: readonly Remark[]
  /** Small facts that are stored with the config as they are now. */
  readonly notes?: Readonly<Record<string, unknown>>
  /** Name, for people, of the engine that would do it. */
  readonly engine: string
}

/** Says whether a task may start, by a Refusal where it may not, and with what. */
export type Precheck<Config> = (facts: StartFacts<Config>) => Promise<Prepared>

/** A kind of task as starting one needs it. */
export interface StartableTask {
  readonly kind: TaskKind
  /** Settings that a question for the price may leave out. */
  defaults(subjects: Subjects): Record<string, unknown>
  /** Throws a Refusal. `config` is what the kind's own schema made. */
  precheck(facts: StartFacts<unknown>): Promise<Prepared>
}
