import type { Severity } from '#core/checks/rule.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { SpeakerColors } from './palette.ts'

/** Marks of lines, beside their times and texts. */
export interface CueMarks {
  readonly focus: string | undefined
  /** The line at the playhead. */
  readonly playing: string | undefined
  readonly selection: ReadonlySet<string>
  readonly isFaulty: (cue: Cue) => boolean
  /** The highest severity of a line's findings. */
  readonly severityOf: (cue: Cue) => Severity | undefined
  /** Whether a task flags the line. */
  readonly isFlagged: (cue: Cue) => boolean
  /** Changes when the two above change for cues that were neither edited nor beside edited ones. */
  readonly version: number
  /** Colours of the speaker. */
  readonly colorOf: (cue: Cue) => SpeakerColors | undefined
  /** Whether the lines are a preview, such as during a drag. */
  readonly isPreview: boolean
}

/** Code of an error, a warning, a flag, or none. */
export function faultMark(cue: Cue, { severityOf, isFlagged }: CueMarks): 'e' | 'w' | 'f' | '.' {
  const severity = severityOf(cue)
  if (severity === 'error') return 'e'
  if (severity === 'warning') return 'w'
  return isFlagged(cue) ? 'f' : '.'
}
