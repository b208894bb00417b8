import type { Cue } from './cue.ts'

export const lineErrorKinds = ['line_time_error', 'no_subtitle', 'sequence_time_error'] as const
export type LineErrorKind = (typeof lineErrorKinds)[number]

/** 1-based numbers of the lines at fault, by kind. */
export type LineErrors = Record<LineErrorKind, number[]>

/** The kinds of error that one line shows beside the line before it. */
export function errorsOfLine(cue: Cue, previous: Cue | undefined): LineErrorKind[] {
  const kinds: LineErrorKind[] = []
  if (!(cue.end > cue.start) || cue.start < 0) kinds.push('line_time_error')
  if (cue.text.trim() === '') kinds.push('no_subtitle')
  if (previous && cue.start < previous.end) kinds.push('sequence_time_error')
  return kinds
}

/** The specification's three line errors over a whole version; the later line of an overlap is named. */
export function lineErrors(cues: readonly Cue[]): LineErrors {
  const errors: LineErrors = { line_time_error: [], no_subtitle: [], sequence_time_error: [] }
  for (const [index, cue] of cues.entries()) {
    for (const kind of errorsOfLine(cue, cues[index - 1])) errors[kind].push(index + 1)
  }
  return errors
}
