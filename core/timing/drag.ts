import { type Cue, shifted } from '../subtitle/cue/cue.ts'
import { type CueList, cueOf } from '../subtitle/cue/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/cue/patch.ts'
import {
  around,
  type Bounds,
  ceilingBefore,
  edgeBounds,
  endBounds,
  floorAfter,
  keptLength,
  moveBounds,
  startBounds,
  within,
} from './bounds.ts'
import { groupBounds, groupPatch } from './group.ts'
import { cueAfter, cueBefore, endOf, isBefore } from './neighbours.ts'
import { type Edge, MIN_LENGTH, ROLL_REACH, type TimingRules } from './rules.ts'

export const dragModes = ['block', 'roll', 'compress', 'ripple'] as const
/**
 * What happens to neighbours. `block`: a cue stops at them. `roll`: a shared edge moves with the neighbour's. `compress`:
 * the neighbour shrinks. `ripple`: all later cues move too.
 */
export type DragMode = (typeof dragModes)[number]
/** The dragged part: an edge, or the whole cue. */
export type DragPart = Edge | 'body'

/** A drag of a cue's part, with bounds and a patch for each position. */
export interface DragHandle {
  /** Effective positions of the dragged edge (the start, for the body), in milliseconds. */
  readonly bounds: Bounds
  /** The patch that moves the part as near to `to` as its bounds allow, relative to the list at the drag's start. */
  at(to: number): Patch
}

/**
 * Begins a drag of a cue's part. `minLength` (ms) is the rules' for a drag, 1 ms for keys and fields, which use this too.
 */
export function beginDrag(
  list: CueList,
  id: string,
  part: DragPart,
  mode: DragMode,
  rules: TimingRules,
  minLength: number = MIN_LENGTH,
): DragHandle {
  const cue = cueOf(list, id)
  if (mode === 'ripple') return ripple(list, cue, part, rules, minLength)
  if (mode === 'compress') return compress(list, cue, part, rules, minLength)
  const pair = mode === 'roll' && part !== 'body' ? sharedEdge(list, cue, part) : undefined
  return pair ? roll(list, pair, cue[pair.edge], rules, minLength) : block(list, cue, part, rules, minLength)
}

function block(list: CueList, cue: Cue, part: DragPart, rules: TimingRules, minLength: number): DragHandle {
  const bounds = part === 'body' ? moveBounds(list, cue.id, rules) : edgeBounds(list, cue.id, part, rules, minLength)
  return handleOf(bounds, (value) => replacePatch(list, [withPart(cue, part, value)]))
}

/** Selected cues move together: positions are offsets in milliseconds. */
export function beginGroupDrag(list: CueList, ids: readonly string[], rules: TimingRules): DragHandle {
  return handleOf(groupBounds(list, ids, rules), (by) => groupPatch(list, ids, by))
}

/** Two neighbours and the held edge of one. */
interface SharedEdge {
  readonly before: Cue
  readonly after: Cue
  readonly edge: Edge
}

/** Edges are shared if they touch, overlap or are within the chain's distance. */
function sharedEdge(list: CueList, cue: Cue, edge: Edge): SharedEdge | undefined {
  const [before, after] = edge === 'end' ? [cue, cueAfter(list, cue)] : [cueBefore(list, cue), cue]
  if (!before || !after || Math.abs(after.start - before.end) > ROLL_REACH) return undefined
  return { before, after, edge }
}

/** Each edge keeps its bounds except those by the other; neither cue passes the other. */
function roll(
  list: CueList,
  { before, after }: SharedEdge,
  present: number,
  rules: TimingRules,
  minLength: number,
): DragHandle {
  const ends = endBounds(before, ceilingBefore(cueAfter(list, before, after.id), rules), minLength)
  const starts = startBounds(after, floorAfter(cueBefore(list, after, before.id), rules), rules, minLength)
  const back = Math.min(before.end - ends.lo, after.start - starts.lo, after.start - before.start)
  const forth = Math.min(ends.hi - before.end, starts.hi - after.start, after.end - before.end)
  return handleOf(around(present - back, present + forth, present), (value) => {
    const by = value - present
    const moved = [
      { ...before, end: before.end + by },
      { ...after, start: after.start + by },
    ]
    return by === 0 ? [] : replacePatch(list, moved)
  })
}

function compress(list: CueList, cue: Cue, part: DragPart, rules: TimingRules, minLength: number): DragHandle {
  const [before, after] = [cueBefore(list, cue), cueAfter(list, cue)]
  // A neighbour behind the yielding one may not yield.
  const floor = Math.max(yieldedFloor(before, rules, minLength), floorAfter(cueBefore(list, cue, before?.id), rules))
  const ceiling = Math.min(
    yieldedCeiling(after, rules, minLength),
    ceilingBefore(cueAfter(list, cue, after?.id), rules),
  )
  return handleOf(compressBounds(cue, part, floor, ceiling, rules, minLength), (value) => {
    const moved = withPart(cue, part, value)
    const cues = [moved]
    if (before && moved.start < cue.start && before.end + rules.gap > moved.start) {
      cues.unshift({ ...before, end: moved.start - rules.gap })
    }
    if (after && moved.end > cue.end && after.start - rules.gap < moved.end) {
      cues.push({ ...after, start: moved.end + rules.gap })
    }
    return replacePatch(list, cues)
  })
}

/** The earliest start after the previous cue has yielded all it can. */
function yieldedFloor(before: Cue | undefined, rules: TimingRules, minLength: number): number {
  if (!before) return 0
  return Math.min(floorAfter(before, rules), Math.max(0, before.start) + keptLength(before, minLength) + rules.gap)
}

function yieldedCeiling(after: Cue | undefined, rules: TimingRules, minLength: number): number {
  if (!after) return rules.duration
  const yielded = Math.min(endOf(after), rules.duration) - keptLength(after, minLength) - rules.gap
  return Math.max(ceilingBefore(after, rules), yielded)
}

function compressBounds(
  cue: Cue,
  part: DragPart,
  floor: number,
  ceiling: number,
  rules: TimingRules,
  minLength: number,
): Bounds {
  if (part === 'start') return startBounds(cue, floor, rules, minLength)
  if (part === 'end') return endBounds(cue, ceiling, minLength)
  return around(floor, ceiling - (endOf(cue) - cue.start), cue.start)
}

/** The end edge lengthens the cue and moves all later ones; start and body move the cue and all that start later. */
function ripple(list: CueList, cue: Cue, part: DragPart, rules: TimingRules, minLength: number): DragHandle {
  const followers: Cue[] = []
  for (const other of list) {
    if (part === 'end' ? isBefore(cue, other) : other.start >= cue.start) followers.push(other)
  }
  const group = groupBounds(
    list,
    followers.map(({ id }) => id),
    rules,
    part === 'end' ? cue.id : undefined,
  )
  const held = part === 'end' ? cue.end : cue.start
  const own = part === 'end' ? endBounds(cue, rules.duration, minLength) : undefined
  const lo = Math.max(held + group.lo, own?.lo ?? -Infinity)
  const hi = Math.min(held + group.hi, own?.hi ?? Infinity)
  return handleOf(around(lo, hi, held), (value) => {
    const by = value - held
    if (by === 0) return []
    const moved = part === 'end' ? [{ ...cue, end: value }] : []
    for (const follower of followers) moved.push(shifted(follower, by))
    return replacePatch(list, moved)
  })
}

function handleOf(bounds: Bounds, patchAt: (value: number) => Patch): DragHandle {
  return { bounds, at: (to) => patchAt(within(to, bounds)) }
}

function withPart(cue: Cue, part: DragPart, value: number): Cue {
  if (part === 'body') return value === cue.start ? cue : shifted(cue, value - cue.start)
  return value === cue[part] ? cue : { ...cue, [part]: value }
}
