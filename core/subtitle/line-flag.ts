import type { LineFlag } from '../domain/task.ts'
import type { Cue } from './cue.ts'

/** Whether a flag still holds: the cue is unchanged since the task. An edited one counts as reviewed. */
export function isStanding({ cue }: Pick<LineFlag, 'cue'>, { start, end, text }: Cue): boolean {
  return !cue || (cue.start === start && cue.end === end && cue.text === text)
}

/** A cue with a current flag. */
export interface StandingLine {
  readonly number: number
  readonly cue: Cue
  readonly flag: LineFlag
}

/** A version's cues with current flags, with their numbers from 1. */
export function standingLines(cues: readonly Cue[], flags: readonly LineFlag[]): StandingLine[] {
  const byCue = new Map(flags.map((flag) => [flag.cue_id, flag]))
  return cues.flatMap((cue, at) => {
    const flag = byCue.get(cue.id)
    return flag && isStanding(flag, cue) ? [{ number: at + 1, cue, flag }] : []
  })
}
