import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type TimeNotation, writeLength, writeTime } from '#core/timing/time-notation.ts'

/** The times of a row, in the order of their columns; `name` is also that of the field's label. */
export const rowTimes = [
  { name: 'in_time', edge: 'start', isLength: false },
  { name: 'out_time', edge: 'end', isLength: false },
  { name: 'length_of_line', edge: 'end', isLength: true },
] as const
export type RowTime = (typeof rowTimes)[number]

/** A time of a cue as text. */
export function writtenTime({ edge, isLength }: RowTime, cue: Cue, notation: TimeNotation): string {
  return isLength ? writeLength(cue.start, cue.end, notation) : writeTime(cue[edge], notation)
}
