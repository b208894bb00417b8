import { type CueList, positionOf } from '../subtitle/cue-list.ts'
import { clamp, type Edge, MIN_LENGTH, type TimingRules } from './rules.ts'

/** Lowest and highest allowed time, or shift, in milliseconds; both included. */
export interface Bounds {
  readonly lo: number
  readonly hi: number
}

/**
 * Where an edge may go: not past the neighbour's edge less the gap, not outside the video, the cue no shorter than
 * `minLength`. An edge that is out of bounds already (an imported overlap) may stay or move back towards them: it never
 * jumps, so its present position is always allowed.
 */
export function edgeBounds(list: CueList, id: string, edge: Edge, rules: TimingRules, minLength: number): Bounds {
  const at = positionOf(list, id)
  const cue = list.cueAt(at)
  const keep = Math.max(MIN_LENGTH, Math.min(minLength, cue.end - cue.start))
  if (edge === 'start') {
    const lo = startFloor(list, at, rules)
    return including(lo, Math.max(lo, cue.end - keep), cue.start)
  }
  const hi = endCeiling(list, at, rules)
  return including(Math.min(hi, cue.start + keep), hi, cue.end)
}

/** Where the start of a cue may go when the whole cue moves. */
export function moveBounds(list: CueList, id: string, rules: TimingRules): Bounds {
  const at = positionOf(list, id)
  const cue = list.cueAt(at)
  const lo = startFloor(list, at, rules)
  const hi = endCeiling(list, at, rules) - (cue.end - cue.start)
  return including(Math.min(lo, cue.start), Math.max(hi, Math.min(lo, cue.start)), cue.start)
}

function startFloor(list: CueList, at: number, rules: TimingRules): number {
  const previous = list.at(at - 1)
  return previous ? Math.max(0, previous.end + rules.gap) : 0
}

function endCeiling(list: CueList, at: number, rules: TimingRules): number {
  const next = list.at(at + 1)
  return next ? Math.min(rules.duration, next.start - rules.gap) : rules.duration
}

function including(lo: number, hi: number, present: number): Bounds {
  return { lo: Math.min(lo, present), hi: Math.max(hi, present) }
}

/** The nearest whole millisecond within the bounds. */
export function within(value: number, bounds: Bounds): number {
  return clamp(Math.round(value), bounds.lo, bounds.hi)
}
