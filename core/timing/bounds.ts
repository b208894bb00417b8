import type { Cue } from '../subtitle/cue/cue.ts'
import { type CueList, cueOf } from '../subtitle/cue/cue-list.ts'
import { cueAfter, cueBefore, endOf } from './neighbours.ts'
import { clamp, type Edge, MIN_LENGTH, type TimingRules } from './rules.ts'

/** Lowest and highest allowed time, or shift, in milliseconds, inclusive. */
export interface Bounds {
  readonly lo: number
  readonly hi: number
}

/**
 * Limits of an edge: the neighbour's edge less the gap, the video, and `minLength`. An edge already out of bounds (an
 * imported overlap) may stay or move back: its present position is always allowed.
 */
export function edgeBounds(list: CueList, id: string, edge: Edge, rules: TimingRules, minLength: number): Bounds {
  const cue = cueOf(list, id)
  return edge === 'start'
    ? startBounds(cue, floorAfter(cueBefore(list, cue), rules), rules, minLength)
    : endBounds(cue, ceilingBefore(cueAfter(list, cue), rules), minLength)
}

/** Limits of a start not before `floor` (ms). */
export function startBounds(cue: Cue, floor: number, { duration }: TimingRules, minLength: number): Bounds {
  return around(floor, Math.min(cue.end, duration) - keptLength(cue, minLength), cue.start)
}

/** Limits of an end not after `ceiling` (ms). */
export function endBounds(cue: Cue, ceiling: number, minLength: number): Bounds {
  return around(Math.max(0, cue.start) + keptLength(cue, minLength), ceiling, cue.end)
}

/** Limits of a cue's start when the whole cue moves. */
export function moveBounds(list: CueList, id: string, rules: TimingRules): Bounds {
  const cue = cueOf(list, id)
  const floor = floorAfter(cueBefore(list, cue), rules)
  const ceiling = ceilingBefore(cueAfter(list, cue), rules)
  return around(floor, ceiling - (endOf(cue) - cue.start), cue.start)
}

/** The earliest start after a neighbour, or in the video. */
export function floorAfter(before: Cue | undefined, { gap }: TimingRules): number {
  return before ? Math.max(0, endOf(before) + gap) : 0
}

/** The latest end before a neighbour, or in the video. */
export function ceilingBefore(after: Cue | undefined, { gap, duration }: TimingRules): number {
  return after ? Math.min(duration, after.start - gap) : duration
}

/** The length that a cue keeps when an edge moves: the minimum, or its current one if shorter. */
export function keptLength(cue: Cue, minLength: number): number {
  return Math.max(MIN_LENGTH, Math.min(minLength, cue.end - cue.start))
}

/** Bounds extended to the present position, so that nothing jumps. */
export function around(lo: number, hi: number, present: number): Bounds {
  return { lo: Math.min(lo, present), hi: Math.max(hi, present) }
}

/** The nearest whole millisecond within the bounds. */
export function within(value: number, bounds: Bounds): number {
  return clamp(Math.round(value), bounds.lo, bounds.hi)
}
