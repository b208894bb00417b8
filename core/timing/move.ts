import { type CueList, cueOf, positionOf } from '../subtitle/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/patch.ts'
import { beginDrag, shifted } from './drag.ts'
import { type Bounds, within } from './bounds.ts'
import { clamp, type Edge, MIN_LENGTH, type TimingRules } from './rules.ts'

/** Moves an edge as near to `to` as the rules allow. `minLength` (ms) is the rules' for a drag, 1 ms for keys and fields. */
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

/** Sets both edges of a cue as near as its neighbours allow; a cue without room between them stays as it is. */
export function setTimes(list: CueList, id: string, start: number, end: number, rules: TimingRules): Patch {
  const at = positionOf(list, id)
  const [previous, next] = [list.at(at - 1), list.at(at + 1)]
  const floor = previous ? Math.max(0, previous.end + rules.gap) : 0
  const ceiling = next ? Math.min(rules.duration, next.start - rules.gap) : rules.duration
  if (ceiling - floor < MIN_LENGTH) return []
  const from = clamp(Math.round(start), floor, ceiling - MIN_LENGTH)
  const to = clamp(Math.round(end), from + MIN_LENGTH, ceiling)
  return replacePatch(list, [{ ...list.cueAt(at), start: from, end: to }])
}

/** Moves a whole cue: its start as near to `to` as the neighbours allow. */
export function moveCue(list: CueList, id: string, to: number, rules: TimingRules): Patch {
  return beginDrag(list, id, 'body', 'block', rules).at(to)
}

/** How far the chosen cues may move together, in milliseconds: each stops at a neighbour that is not chosen. 0 is always allowed. */
export function groupBounds(list: CueList, ids: Iterable<string>, rules: TimingRules): Bounds {
  const chosen = new Set<number>()
  for (const id of ids) chosen.add(positionOf(list, id))
  let lo = -Infinity
  let hi = Infinity
  for (const at of chosen) {
    const cue = list.cueAt(at)
    const [previous, next] = [list.at(at - 1), list.at(at + 1)]
    const floor = previous && !chosen.has(at - 1) ? Math.max(0, previous.end + rules.gap) : 0
    const ceiling = next && !chosen.has(at + 1) ? Math.min(rules.duration, next.start - rules.gap) : rules.duration
    lo = Math.max(lo, floor - cue.start)
    hi = Math.min(hi, ceiling - cue.end)
  }
  return { lo: Math.min(0, lo), hi: Math.max(0, hi) }
}

/** Moves the chosen cues together by `by`, as far as their neighbours allow. */
export function moveGroup(list: CueList, ids: readonly string[], by: number, rules: TimingRules): Patch {
  const allowed = within(by, groupBounds(list, ids, rules))
  if (allowed === 0) return []
  return replacePatch(
    list,
    ids.map((id) => shifted(cueOf(list, id), allowed)),
  )
}
