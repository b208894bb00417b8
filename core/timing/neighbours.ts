import type { Cue } from '../subtitle/cue/cue.ts'
import type { CueList } from '../subtitle/cue/cue-list.ts'
import type { TimeRange } from './time-range.ts'

/*
 * Neighbours go by time, in any list order: the one before starts and ends earlier and ends last; the one after starts
 * and ends later and starts first. A cue within another (a sign) is no neighbour. Sorted lists are searched locally.
 */

/** The cue before by time; undefined if there is none. `except` is skipped. */
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

/** The cue after by time; undefined if there is none. `except` is skipped. */
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

/** Whether a cue is before another: it starts and ends earlier. A zero-length one is before what begins there. */
export function isBefore(a: TimeRange, b: TimeRange): boolean {
  const [endA, endB] = [endOf(a), endOf(b)]
  if (a.start === b.start) return endA === a.start && endB > b.start
  return a.start < b.start && (endA < endB || endA <= b.start)
}

/** The latest time of a cue; damaged files have cues that end before they start. */
export function endOf({ start, end }: TimeRange): number {
  return Math.max(start, end)
}

/** The cues that overlap a range, or are at its inside. */
export function* cuesIn(list: CueList, { start, end }: TimeRange): Generator<Cue> {
  const { isSorted, longest } = list.timeOrder
  const from = isSorted ? firstStartFrom(list, start - longest) : 0
  for (let at = from; at < list.length; at++) {
    const cue = list.cueAt(at)
    if (isSorted && cue.start >= end) return
    if (cue.start < end && endOf(cue) > start) yield cue
  }
}

/** Index of the first cue that starts after `time`, in a sorted list. */
export function firstStartAfter(list: CueList, time: number): number {
  return firstWhere(list, (cue) => cue.start > time)
}

/** Index of the first cue that starts at `time` or later, in a sorted list. */
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
