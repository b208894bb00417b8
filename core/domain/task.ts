import type { DubRemark } from './dubbing.ts'
import type { EraseLook } from './erase-look.ts'
import type { SlowSpan } from './slow-span.ts'

/** Task state on the wire. */
export const TaskState = { queued: 0, succeeded: 1, failed: 2, running: 3 } as const
export type TaskState = (typeof TaskState)[keyof typeof TaskState]

export type TaskStateName = keyof typeof TaskState

/** What a task in a given state is called and allows: the one place that reads the numbers. */
export function describeTaskState(state: number): {
  name: TaskStateName
  canDownload: boolean
  canDelete: boolean
  isOngoing: boolean
} {
  switch (state) {
    case TaskState.succeeded:
      return { name: 'succeeded', canDownload: true, canDelete: true, isOngoing: false }
    case TaskState.failed:
      return { name: 'failed', canDownload: false, canDelete: true, isOngoing: false }
    case TaskState.running:
      return { name: 'running', canDownload: false, canDelete: false, isOngoing: true }
    default:
      return { name: 'queued', canDownload: false, canDelete: true, isOngoing: true }
  }
}

/** Where a subtitle version came from. */
export const subtitleSources = ['upload', 'extract', 'translate'] as const
export type SubtitleSource = (typeof subtitleSources)[number]

export const synthesisTypes = ['burn', 'soft'] as const
export type SynthesisType = (typeof synthesisTypes)[number]

/** What subtitles are extracted from: text in the picture, speech, or both. */
export const extractModes = ['text', 'audio', 'both'] as const

/** Whether a part of the picture is found or given. */
export const regionTypes = ['auto', 'manual'] as const

/** One thing that a task says of a line. */
export interface LineRemark {
  readonly verdict: string
  /** A shorter wording that is spoken, why a line failed, doubtful words or another reading; mostly empty. */
  readonly note: string
}

/** What a task says of one cue; times in milliseconds. */
export interface TaskReportLine extends LineRemark {
  readonly cue_id: string
  readonly start: number
  readonly end: number
  /** Tempo of the speech, 1 being usual. */
  readonly rate: number
  /** What else is to be said of the line, the worst first; tasks of earlier versions did not say. */
  readonly also?: readonly LineRemark[] | undefined
  /** The cue as the task had it, where the user should look at it; tasks of earlier versions did not say. */
  readonly cue?: TaskReportCue | undefined
}

/** A cue as a task had it; times in milliseconds. */
export interface TaskReportCue {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Why the user should look at the translation of a line, the worst first. `not_translated`: the whole line where its note is
 * empty, else the words of the note, which are as they were.
 */
export const translationFlags = [
  'not_translated',
  'unchanged',
  'words_lost',
  'number_differs',
  'term_differs',
  'name_differs',
  'too_long',
  'too_fast',
  'style_lost',
] as const
export type TranslationFlag = (typeof translationFlags)[number]

/**
 * Why the user should look at an extracted line: the note has its doubtful words, or what was heard where the picture says
 * something else. `unplaced`: a line of a script whose words were not found, so that it stands where its sentence does.
 */
export const extractionFlags = ['doubtful', 'differs', 'unplaced'] as const

/**
 * What a script and its sound do not have in common, with no cue of it: a sentence that nobody says, where it would be, and
 * speech that is not written. The note has the text.
 */
export const scriptVerdicts = ['not_spoken', 'not_in_script'] as const

/** `rolls`: text rolled through the picture for that time, such as credits; it was not read, and there is no cue of it. */
const flaggedVerdicts: readonly string[] = [
  ...['does_not_fit', 'failed', 'broken_off', 'rolls'],
  ...translationFlags,
  ...extractionFlags,
  ...scriptVerdicts,
]

/** Whether the user should look at a line with this verdict. */
export const isFlaggedVerdict = (verdict: string): boolean => flaggedVerdicts.includes(verdict)

/** A line that the user should look at, by the newest task that spoke its version. */
export interface LineFlag extends Pick<TaskReportLine, 'cue_id' | 'verdict' | 'rate' | 'note'> {
  /** What else is to be said of the line, the worst first. */
  readonly also?: readonly LineRemark[] | undefined
  /** Null where the task did not say. */
  readonly cue: TaskReportCue | null
}

/** All that a task says of a line, the worst first. */
export const remarksOf = ({
  verdict,
  note,
  also,
}: LineRemark & { readonly also?: readonly LineRemark[] | undefined }) => [{ verdict, note }, ...(also ?? [])]

/** Whether nothing of a line was translated. */
export const isNotTranslated = ({ verdict, note }: LineRemark): boolean => verdict === 'not_translated' && note === ''

/** What a task says of its lines besides its result. */
export interface TaskReport {
  /** Lines that the user should look at. */
  readonly flagged: number
  readonly lines: readonly TaskReportLine[]
  /** Where the picture of the result is slower than that of the video; its lines' times are those of the result. */
  readonly slowed?: readonly SlowSpan[] | undefined
  /** What is to be said of a whole dub. */
  readonly remarks?: readonly DubRemark[] | undefined
  /** How many voices were told apart in an extraction. */
  readonly voices?: VoicesApart | undefined
  /** What a single line says in another language. */
  readonly suggestion?: LineSuggestion | undefined
  /** What an erasure would take out. */
  readonly look?: EraseLook | undefined
}

/** Voices that an engine told apart, and how sure it is of that, from 0 to 1. */
export interface VoicesApart {
  readonly count: number
  readonly sure: number
}

/** A translation of one line; `verdict` says why the user should look at it, empty where nothing was found. */
export interface LineSuggestion {
  readonly text: string
  readonly verdict: TranslationFlag | ''
  readonly note: string
  readonly also: readonly LineRemark[]
}
