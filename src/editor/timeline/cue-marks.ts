import type { Severity } from '#core/checks/rule.ts'
import type { Cue } from '#core/subtitle/cue.ts'

/** What is shown of the lines beside their times and texts. */
export interface CueMarks {
  readonly focus: string | undefined
  /** The line at the playhead. */
  readonly playing: string | undefined
  readonly selection: ReadonlySet<string>
  readonly isFaulty: (cue: Cue) => boolean
  /** The gravest rule that a line breaks. */
  readonly severityOf: (cue: Cue) => Severity | undefined
  /** Whether a task asks for a look at the line. */
  readonly isFlagged: (cue: Cue) => boolean
  /** Changes where the two above say something else of cues that were not edited, and have no edited one beside them. */
  readonly version: number
  /** Colour of who speaks. */
  readonly colorOf: (cue: Cue) => number | undefined
  /** The lines are shown as they would be after a change that goes on, like a drag. */
  readonly isPreview: boolean
}

/** An error, a warning, a flag of a task or nothing. */
export function faultMark(cue: Cue, { severityOf, isFlagged }: CueMarks): 'e' | 'w' | 'f' | '.' {
  const severity = severityOf(cue)
  if (severity === 'error') return 'e'
  if (severity === 'warning') return 'w'
  return isFlagged(cue) ? 'f' : '.'
}
