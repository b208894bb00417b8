import type { LineFlag } from '../domain/task.ts'
import type { Cue } from './cue.ts'

/** Whether a flag still holds: the line is as the task had it. One that was edited since has been looked at. */
export function isStanding({ cue }: Pick<LineFlag, 'cue'>, { start, end, text }: Cue): boolean {
  return !cue || (cue.start === start && cue.end === end && cue.text === text)
}

/** A line that is flagged as it stands. */
export interface StandingLine {
  readonly number: number
  readonly cue: Cue
  readonly flag: LineFlag
}

/** The lines of a version that are flagged as they stand, with their numbers from 1. */
export function standingLines(cues: readonly Cue[], flags: readonly LineFlag[]): StandingLine[] {
  const byCue = new Map(flags.map((flag) => [flag.cue_id, flag]))
  return cues.flatMap((cue, at) => {
    const flag = byCue.get(cue.id)
    return flag && isStanding(flag, cue) ? [{ number: at + 1, cue, flag }] : []
  })
}
