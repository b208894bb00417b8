import { type Cue, sameCue } from './cue.ts'
import type { Conflict } from './merge.ts'

/** Another reading of a line, which a merge did not take; without a cue the line was deleted in it. */
export interface Reading {
  readonly cueId: string
  readonly cue: Cue | undefined
}

/** The reading that a conflict leaves over: the merged list has the other one. */
export function leftOver({ id, mine, theirs }: Conflict): Reading {
  return { cueId: id, cue: mine ? theirs : undefined }
}

/** Whether two readings say the same of the same line. */
export function sameReading(a: Reading, b: Reading): boolean {
  return a.cueId === b.cueId && (a.cue === undefined) === (b.cue === undefined) && sameCue(a.cue, b.cue)
}

/** Whether a reading still offers something beside the line as it is; `line` is undefined where it is gone. */
export function offersMore({ cue }: Reading, line: Cue | undefined): boolean {
  return line !== undefined && !(cue && sameCue(cue, line))
}

/**
 * Readings of one line that are open once another one came. Letters that the user goes on to type make a new reading out of
 * an older one: one whose text stands in the newer one, or in the line at the same times, offers nothing more.
 */
export function withReading<R extends Reading>(open: readonly R[], newer: R, line: Cue | undefined): readonly R[] {
  const older = open.filter((each) => !sameReading(each, newer) && !isIn(each, newer.cue) && !isInLine(each, line))
  return offersMore(newer, line) && !isInLine(newer, line) ? [...older, newer] : older
}

const isIn = ({ cue }: Reading, newer: Cue | undefined): boolean =>
  cue !== undefined && newer !== undefined && newer.text.includes(cue.text)

function isInLine(reading: Reading, line: Cue | undefined): boolean {
  const { cue } = reading
  if (!cue || !line || !isIn(reading, line)) return false
  return sameCue({ ...cue, text: '' }, { ...line, text: '' })
}
