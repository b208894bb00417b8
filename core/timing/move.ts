import { type CueList, cueOf } from '../subtitle/cue/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/cue/patch.ts'
import { ceilingBefore, floorAfter } from './bounds.ts'
import { beginDrag } from './drag.ts'
import { cueAfter, cueBefore } from './neighbours.ts'
import { clamp, type Edge, MIN_LENGTH, type TimingRules } from './rules.ts'

/**
 * Moves an edge as near to `to` as the rules allow. `minLength` (ms) is the rules' for a drag, 1 ms for keys and fields.
 */
export function setEdge(
  list: CueList,
  id: string,
  edge: Edge,
  to: number,
  rules: TimingRules,
  minLength: number = MIN_LENGTH,
): Patch {
  return beginDrag(list, id, edge, 'block', rules, minLength).at(to)
}

/** Sets both edges of a cue as near as its neighbours allow; without room it stays unchanged. */
export function setTimes(list: CueList, id: string, start: number, end: number, rules: TimingRules): Patch {
  const cue = cueOf(list, id)
  const floor = floorAfter(cueBefore(list, cue), rules)
  const ceiling = ceilingBefore(cueAfter(list, cue), rules)
  if (ceiling - floor < MIN_LENGTH) return []
  const from = clamp(Math.round(start), floor, ceiling - MIN_LENGTH)
  const to = clamp(Math.round(end), from + MIN_LENGTH, ceiling)
  return replacePatch(list, [{ ...cue, start: from, end: to }])
}

/** Moves a whole cue: its start as near to `to` as the neighbours allow. */
export function moveCue(list: CueList, id: string, to: number, rules: TimingRules): Patch {
  return beginDrag(list, id, 'body', 'block', rules).at(to)
}
