import type { Cue } from '../subtitle/cue.ts'
import type { CueList } from '../subtitle/cue-list.ts'
import type { TimeRange } from './time-range.ts'

/*
 * Neighbours are found by time, whatever the order of the list: ASS files hold signs after dialogue, or signs over it. The
 * line before is, of all that start earlier and end earlier, the one that ends last; the line after, of all that start
 * later and end later, the one that starts first. So lines of which one lies within the other (a sign over dialogue) are no
 * neighbours and do not bound each other, and in a list without overlaps neighbours are those of the list.
 *
 * A list in order is looked at around the line only. One out of order is looked at as a whole: once for a drag or a key.
 */

/** The line before, by time; undefined where none is. `except` is passed over. */
export function cueBefore(list: CueList, cue: Cue, except?: string): Cue | undefined {
  const { isSorted, longest } = list.timeOrder
  let best: Cue | undefined
  const look = (other: Cue): void => {
    if (other.id !== except && isBefore(other, cue) && (!best || endOf(other) > endOf(best))) best = other
  }
  if (!isSorted) for (const other of list) look(other)
  else {
    for (let at = firstStartAfter(list, cue.start) - 1; at >= 0; at--) {
      const other = list.cueAt(at)
      if (best && other.start + longest <= endOf(best)) break
      look(other)
    }
  }
  return best
}

/** The line after, by time; undefined where none is. `except` is passed over. */
export function cueAfter(list: CueList, cue: Cue, except?: string): Cue | undefined {
  let best: Cue | undefined
  if (!list.timeOrder.isSorted) {
    for (const other of list) {
      if (other.id !== except && isBefore(cue, other) && (!best || other.start < best.start)) best = other
    }
    return best
  }
  for (let at = firstStartFrom(list, cue.start); at < list.length; at++) {
    const other = list.cueAt(at)
    if (other.id !== except && isBefore(cue, other)) return other
  }
  return undefined
}

/** Whether a line is before another: it starts and ends earlier. A moment without length is before what begins there. */
export function isBefore(a: TimeRange, b: TimeRange): boolean {
  const [endA, endB] = [endOf(a), endOf(b)]
  if (a.start === b.start) return endA === a.start && endB > b.start
  return a.start < b.start && (endA < endB || endA <= b.start)
}

/** The end of the time that a line takes; damaged files hold lines that end before they start. */
export function endOf({ start, end }: TimeRange): number {
  return Math.max(start, end)
}

/** The lines that share time with a range, or touch its inside. */
export function* cuesIn(list: CueList, { start, end }: TimeRange): Generator<Cue> {
  const { isSorted, longest } = list.timeOrder
  const from = isSorted ? firstStartFrom(list, start - longest) : 0
  for (let at = from; at < list.length; at++) {
    const cue = list.cueAt(at)
    if (isSorted && cue.start >= end) return
    if (cue.start < end && endOf(cue) > start) yield cue
  }
}

/** Index of the first cue that starts after `time`, in a list that is in order. */
export function firstStartAfter(list: CueList, time: number): number {
  return firstWhere(list, (cue) => cue.start > time)
}

/** Index of the first cue that starts at `time` or later, in a list that is in order. */
function firstStartFrom(list: CueList, time: number): number {
  return firstWhere(list, (cue) => cue.start >= time)
}

function firstWhere(list: CueList, holds: (cue: Cue) => boolean): number {
  let lo = 0
  let hi = list.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (holds(list.cueAt(middle))) hi = middle
    else lo = middle + 1
  }
  return lo
}
