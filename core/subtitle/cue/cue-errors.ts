import type { Cue } from './cue.ts'

export const cueErrorKinds = ['line_time_error', 'no_subtitle', 'sequence_time_error'] as const
export type CueErrorKind = (typeof cueErrorKinds)[number]

/** Numbers of the faulty cues from 1, by kind. */
export type CueErrors = Record<CueErrorKind, number[]>

/** The kinds of error in one cue, given the cue before it. */
export function errorsOfCue(cue: Cue, previous: Cue | undefined): CueErrorKind[] {
  const kinds: CueErrorKind[] = []
  if (hasTimeError(cue)) kinds.push('line_time_error')
  if (hasNoText(cue)) kinds.push('no_subtitle')
  if (startsEarly(cue, previous)) kinds.push('sequence_time_error')
  return kinds
}

/** The API's three kinds of error over a whole version; an overlap names the later cue. */
export function cueErrors(cues: readonly Cue[]): CueErrors {
  const errors: CueErrors = { line_time_error: [], no_subtitle: [], sequence_time_error: [] }
  let number = 0
  let previous: Cue | undefined
  for (const cue of cues) {
    number++
    if (hasTimeError(cue)) errors.line_time_error.push(number)
    if (hasNoText(cue)) errors.no_subtitle.push(number)
    if (startsEarly(cue, previous)) errors.sequence_time_error.push(number)
    previous = cue
  }
  return errors
}

const hasTimeError = (cue: Cue): boolean => !(cue.end > cue.start) || cue.start < 0
const hasNoText = ({ text }: Cue): boolean => !beginsWithPrint(text) && text.trim() === ''
/** A fast test that is true for nearly every cue; non-ASCII spaces are left to `trim`. */
const beginsWithPrint = (text: string): boolean => text.charCodeAt(0) > 0x20 && text.charCodeAt(0) < 0x7f
const startsEarly = (cue: Cue, previous: Cue | undefined): boolean => previous !== undefined && cue.start < previous.end
