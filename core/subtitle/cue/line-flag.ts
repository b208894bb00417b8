import type { LineFlag } from '../../domain/task.ts'
import type { Cue } from './cue.ts'

/**
 * The part of a flag that still holds for a cue, undefined if none does: an edited cue counts as reviewed, and remarks on its
 * speaker hold until that changes.
 */
export function flagAsItStands<F extends LineFlag>(flag: F, { start, end, text, roles }: Cue): F | undefined {
  const { cue, verdict, also = [] } = flag
  if (!cue) return flag
  if (cue.start !== start || cue.end !== end || cue.text !== text) return undefined
  if (cue.roles === undefined || sameRoles(cue.roles, roles)) return flag
  const [first, ...rest] = [{ verdict, note: flag.note }, ...also].filter((one) => one.verdict !== 'speaker_unsure')
  return first && { ...flag, ...first, ...(flag.also && { also: rest }) }
}

const sameRoles = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((role) => b.includes(role))

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
    const known = byCue.get(cue.id)
    const flag = known && flagAsItStands(known, cue)
    return flag ? [{ number: at + 1, cue, flag }] : []
  })
}
