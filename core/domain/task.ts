import type { DubRemark } from './dubbing.ts'
import type { EraseLook } from './erase-look.ts'
import type { SlowSpan } from './slow-span.ts'

/** Task state on the wire. */
export const TaskState = { queued: 0, succeeded: 1, failed: 2, running: 3 } as const
export type TaskState = (typeof TaskState)[keyof typeof TaskState]

export type TaskStateName = keyof typeof TaskState

/** Names and permissions of each task state: the only place that reads the numbers. */
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

/** Source of an extraction: text in the picture, speech, or both. */
export const extractModes = ['text', 'audio', 'both'] as const

/** Whether the picture's region is detected or given. */
export const regionTypes = ['auto', 'manual'] as const

/** One remark of a task on a cue. */
export interface LineRemark {
  readonly verdict: string
  /** A shorter spoken wording, a failure's reason, doubtful words or another reading; mostly empty. */
  readonly note: string
}

/** A task's report on one cue; times in milliseconds. */
export interface TaskReportLine extends LineRemark {
  readonly cue_id: string
  readonly start: number
  readonly end: number
  /** Tempo of the speech, 1 being normal. */
  readonly rate: number
  /** Further remarks on the cue, worst first; missing in tasks of earlier versions. */
  readonly also?: readonly LineRemark[] | undefined
  /** The cue as the task had it, if it needs review; missing in tasks of earlier versions. */
  readonly cue?: TaskReportCue | undefined
}

/** A cue as a task had it; times in milliseconds. */
export interface TaskReportCue {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The speakers, if the task is unsure of them. */
  readonly roles?: readonly string[] | undefined
}

/**
 * Why a translated cue needs review, worst first. `not_translated`: the whole cue if the note is empty, else the words in
 * the note.
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
 * Why an extracted cue needs review: the note has doubtful words, or the speech that differs from the picture.
 * `unplaced`: a script's line placed by its sentence; `speaker_unsure`: the note has the confidence, in percent.
 */
export const extractionFlags = ['doubtful', 'differs', 'unplaced', 'speaker_unsure'] as const

/**
 * Differences between script and sound without a cue: an unspoken sentence at its expected time, and unwritten speech.
 * The note has the text.
 */
export const scriptVerdicts = ['not_spoken', 'not_in_script'] as const

/** `rolls`: rolling text of that time, such as credits, which was not read and has no cue. */
const flaggedVerdicts: readonly string[] = [
  ...['does_not_fit', 'failed', 'broken_off', 'rolls'],
  ...translationFlags,
  ...extractionFlags,
  ...scriptVerdicts,
]

/** Whether a cue with this verdict needs review. */
export const isFlaggedVerdict = (verdict: string): boolean => flaggedVerdicts.includes(verdict)

/** A cue marked for review by the newest task that spoke its version. */
export interface LineFlag extends Pick<TaskReportLine, 'cue_id' | 'verdict' | 'rate' | 'note'> {
  /** Further remarks on the cue, worst first. */
  readonly also?: readonly LineRemark[] | undefined
  /** Null if the task did not say. */
  readonly cue: TaskReportCue | null
}

/** All remarks of a task on a cue, worst first. */
export const remarksOf = ({
  verdict,
  note,
  also,
}: LineRemark & { readonly also?: readonly LineRemark[] | undefined }) => [{ verdict, note }, ...(also ?? [])]

/** Whether a cue is wholly untranslated. */
export const isNotTranslated = ({ verdict, note }: LineRemark): boolean => verdict === 'not_translated' && note === ''

/** A cue's speech at the normal rate. */
export interface LineTake {
  /** Key of its sound in the store. */
  readonly blob: string
  readonly ms: number
  /** Whether the voice stopped in mid-word. */
  readonly breaksOff: boolean
}

/** A task's report beside its result. */
export interface TaskReport {
  /** Cues that need review. */
  readonly flagged: number
  readonly lines: readonly TaskReportLine[]
  /** Slow-downs of the result's picture; its cues' times are the result's. */
  readonly slowed?: readonly SlowSpan[] | undefined
  /** Remarks on a whole dub. */
  readonly remarks?: readonly DubRemark[] | undefined
  /** The number of diarised voices of an extraction. */
  readonly voices?: VoicesApart | undefined
  /** A single cue's translation. */
  readonly suggestion?: LineSuggestion | undefined
  /** A single cue's speech. */
  readonly take?: LineTake | undefined
  /** The preview of an erasure. */
  readonly look?: EraseLook | undefined
}

/** Diarised voices. */
export interface VoicesApart {
  readonly count: number
  /** The confidence in that number, from 0 to 1; null if the engine has none. */
  readonly sure: number | null
  /** A number that is nearly as likely, if there is one. */
  readonly maybe?: number | undefined
  readonly lines?: readonly LineSpeaker[] | undefined
}

/** The speaker of a line with the engine's confidence, from 0 to 1. */
export interface LineSpeaker {
  readonly cue_id: string
  readonly sure: number
  /** Known once the version is saved. */
  readonly role_id?: string | undefined
}

/** Below this confidence a line's speaker needs review: another one has a part of its time. */
export const SURE_SPEAKER = 0.75

/** A translation of one cue; `verdict` says why it needs review, empty if it does not. */
export interface LineSuggestion {
  readonly text: string
  readonly verdict: TranslationFlag | ''
  readonly note: string
  readonly also: readonly LineRemark[]
}
