import type { Cue } from '../subtitle/cue.ts'
import { type CueList, cueOf, type Patch, replacePatch } from '../subtitle/patch.ts'
import { edgeRange, moveRange, within } from './limits.ts'
import { done, type Edge, MIN_LENGTH, type Outcome, refused, type TimingRules } from './rules.ts'

/** Puts an edge at `to`, as near as the rules allow. `minLength` is the rules' for a drag, 1 ms for keys and fields. */
export function setEdge(
  list: CueList,
  id: string,
  edge: Edge,
  to: number,
  rules: TimingRules,
  minLength: number = MIN_LENGTH,
): Patch {
  const cue = cueOf(list, id)
  const value = within(to, edgeRange(list, id, edge, rules, minLength))
  return value === cue[edge] ? [] : replacePatch(list, [{ ...cue, [edge]: value }])
}

/** Puts the start of a cue at `to` and keeps its length, as near as the neighbours allow. */
export function moveCue(list: CueList, id: string, to: number, rules: TimingRules): Patch {
  const cue = cueOf(list, id)
  const start = within(to, moveRange(list, id, rules))
  return start === cue.start ? [] : replacePatch(list, [shifted(cue, start - cue.start)])
}

/**
 * Moves every chosen cue by the same time. All or nothing: if one would start before 0 or end after the programme,
 * nothing moves.
 */
export function shiftCues(list: CueList, ids: Iterable<string>, by: number, rules: TimingRules): Outcome<Patch> {
  const moved: Cue[] = []
  for (const id of ids) {
    const cue = shifted(cueOf(list, id), by)
    if (cue.start < 0 || cue.end > rules.duration) return refused('invalid_move')
    moved.push(cue)
  }
  return done(by === 0 ? [] : replacePatch(list, moved))
}

function shifted(cue: Cue, by: number): Cue {
  return { ...cue, start: cue.start + by, end: cue.end + by }
}
