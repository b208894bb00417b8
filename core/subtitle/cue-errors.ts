import type { Cue } from './cue.ts'

export const cueErrorKinds = ['line_time_error', 'no_subtitle', 'sequence_time_error'] as const
export type CueErrorKind = (typeof cueErrorKinds)[number]

/** 1-based numbers of the lines at fault, by kind. */
export type CueErrors = Record<CueErrorKind, number[]>

/** The kinds of error that one line shows beside the line before it. */
export function errorsOfCue(cue: Cue, previous: Cue | undefined): CueErrorKind[] {
  const kinds: CueErrorKind[] = []
  if (hasTimeError(cue)) kinds.push('line_time_error')
  if (hasNoText(cue)) kinds.push('no_subtitle')
  if (startsEarly(cue, previous)) kinds.push('sequence_time_error')
  return kinds
}

/** The specification's three line errors over a whole version; the later line of an overlap is named. */
export function cueErrors(cues: readonly Cue[]): CueErrors {
  const errors: CueErrors = { line_time_error: [], no_subtitle: [], sequence_time_error: [] }
  for (let at = 0; at < cues.length; at++) {
    const cue = cues[at]!
    if (hasTimeError(cue)) errors.line_time_error.push(at + 1)
    if (hasNoText(cue)) errors.no_subtitle.push(at + 1)
    if (startsEarly(cue, cues[at - 1])) errors.sequence_time_error.push(at + 1)
  }
  return errors
}

const hasTimeError = (cue: Cue): boolean => !(cue.end > cue.start) || cue.start < 0
const hasNoText = (cue: Cue): boolean => !(cue.text.charCodeAt(0) > 32) && cue.text.trim() === ''
const startsEarly = (cue: Cue, previous: Cue | undefined): boolean => previous !== undefined && cue.start < previous.end
