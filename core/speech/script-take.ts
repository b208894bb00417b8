import { balanceText } from '../subtitle/text/balance.ts'
import { type Cue, makeCue, type NewId } from '../subtitle/cue/cue.ts'
import { itemAt } from '../subtitle/text/item-at.ts'
import type { TimeRange } from '../timing/time-range.ts'

/** A part that only script or speech has, at its time in milliseconds. */
export interface ApartPart extends TimeRange {
  readonly id: string
  readonly text: string
}

export interface TakeRules {
  readonly lineLength: number
  readonly unspaced: boolean
}

/** A line without room is shown for this long, overlapping the next one. */
const LEAST_MS = 500

/** The lines of a script with the parts that the user takes, in time order. Parts at the same time share it. */
export function withTaken(
  cues: readonly Cue[],
  taken: readonly ApartPart[],
  { lineLength, unspaced }: TakeRules,
  newId: NewId,
): Cue[] {
  const places = new Map<string, ApartPart[]>()
  for (const part of taken) {
    const key = `${part.start} ${part.end}`
    places.set(key, [...(places.get(key) ?? []), part])
  }
  const made = [...places.values()].flatMap((parts) => {
    const room = roomFor(cues, itemAt(parts, 0))
    const share = Math.max(1, Math.floor((room.end - room.start) / parts.length))
    return parts.map(({ text }, at) =>
      makeCue(newId(), room.start + share * at, room.start + share * (at + 1), balanceText(text, lineLength, unspaced)),
    )
  })
  return [...cues, ...made].sort((a, b) => a.start - b.start || a.end - b.end)
}

/** The part of a range that the lines around its middle leave free; a short time if there is none. */
function roomFor(cues: readonly Cue[], { start, end }: TimeRange): TimeRange {
  const middle = (start + end) / 2
  const before = cues.findLast((cue) => (cue.start + cue.end) / 2 <= middle)
  const after = cues.find((cue) => (cue.start + cue.end) / 2 > middle)
  const from = Math.max(start, before?.end ?? 0)
  const to = Math.min(Math.max(end, from), after?.start ?? Infinity)
  return to - from >= LEAST_MS ? { start: from, end: to } : { start: from, end: from + LEAST_MS }
}
