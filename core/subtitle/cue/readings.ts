import { type Cue, sameCue } from './cue.ts'
import type { Conflict } from './merge.ts'

/** Another reading of a cue that a merge dropped; without a cue it was deleted in it. */
export interface Reading {
  readonly cueId: string
  readonly cue: Cue | undefined
}

/** The reading that a conflict leaves: the merged list has the other one. */
export function leftOver({ id, mine, theirs }: Conflict): Reading {
  return { cueId: id, cue: mine ? theirs : undefined }
}

/** Whether two readings of a cue are equal. */
export function sameReading(a: Reading, b: Reading): boolean {
  return a.cueId === b.cueId && (a.cue === undefined) === (b.cue === undefined) && sameCue(a.cue, b.cue)
}

/** Whether a reading still differs from the current cue; `line` is undefined if it is gone. */
export function offersMore({ cue }: Reading, line: Cue | undefined): boolean {
  return line !== undefined && !(cue && sameCue(cue, line))
}

/**
 * Open readings of a cue plus a new one. While the user types, an older reading contained in the newer one, or in the cue
 * at the same times, is dropped. Texts of a deleted cue stay, for an undo of the deletion.
 */
export function withReading<R extends Reading>(open: readonly R[], newer: R, line: Cue | undefined): readonly R[] {
  const older = open.filter((each) => !sameReading(each, newer) && !isIn(each, newer.cue) && !isInLine(each, line))
  const isKept = line ? offersMore(newer, line) && !isInLine(newer, line) : newer.cue !== undefined
  return isKept ? [...older, newer] : older
}

const isIn = ({ cue }: Reading, newer: Cue | undefined): boolean =>
  cue !== undefined && newer !== undefined && newer.text.includes(cue.text)

function isInLine(reading: Reading, line: Cue | undefined): boolean {
  const { cue } = reading
  if (!cue || !line || !isIn(reading, line)) return false
  return sameCue({ ...cue, text: '' }, { ...line, text: '' })
}
