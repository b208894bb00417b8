import type { LineFlag } from '../domain/task.ts'
import type { Cue } from './cue.ts'

/** Whether a flag still holds: the line is as the task had it. One that was edited since has been looked at. */
export function isStanding({ cue }: Pick<LineFlag, 'cue'>, { start, end, text }: Cue): boolean {
  return !cue || (cue.start === start && cue.end === end && cue.text === text)
}
