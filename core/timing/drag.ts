import type { Cue } from '../subtitle/cue.ts'
import { type CueList, cueOf, positionOf } from '../subtitle/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/patch.ts'
import { edgeBounds, moveBounds, type Bounds, within } from './bounds.ts'
import { type Edge, MIN_LENGTH, ROLL_REACH, type TimingRules } from './rules.ts'

export const dragModes = ['block', 'roll', 'compress', 'ripple'] as const
/**
 * What happens to neighbours. `block`: a cue stops at them. `roll`: an edge moves the neighbour's edge too where they are
 * shared. `compress`: the neighbour shrinks. `ripple`: everything after it moves too.
 */
export type DragMode = (typeof dragModes)[number]
/** What is dragged: an edge, or the whole cue. */
export type DragPart = Edge | 'body'

/** A drag of a part of a cue: it has bounds, and gives a patch for each position. */
export interface DragHandle {
  /** Positions of the dragged edge (of the start, for the body) that change anything, in milliseconds. */
  readonly bounds: Bounds
  /** The patch that puts the part as near to `to` as its bounds allow; it applies to the list that the drag began with. */
  at(to: number): Patch
}

/**
 * Begins to drag a part of a cue. `minLength` (ms) is the rules' for a drag, and 1 ms for keys and fields: all three come
 * here, so that they do the same.
 */
export function beginDrag(
  list: CueList,
  id: string,
  part: DragPart,
  mode: DragMode,
  rules: TimingRules,
  minLength: number = MIN_LENGTH,
): DragHandle {
  const at = positionOf(list, id)
  if (mode === 'ripple') return ripple(list, at, part, rules, minLength)
  if (mode === 'roll' && part !== 'body' && shared(list, at, part)) return roll(list, at, part, minLength)
  if (mode === 'compress') return compress(list, at, part, rules, minLength)
  return block(list, id, part, rules, minLength)
}

function block(list: CueList, id: string, part: DragPart, rules: TimingRules, minLength: number): DragHandle {
  const cue = cueOf(list, id)
  const bounds = part === 'body' ? moveBounds(list, id, rules) : edgeBounds(list, id, part, rules, minLength)
  return handleOf(bounds, (value) => replacePatch(list, [withPart(cue, part, value)]))
}

/** Two edges are shared where they touch, overlap or have no more than a chain's space between them. */
function shared(list: CueList, at: number, edge: Edge): boolean {
  const [before, after] = edge === 'end' ? [list.at(at), list.at(at + 1)] : [list.at(at - 1), list.at(at)]
  return before !== undefined && after !== undefined && Math.abs(after.start - before.end) <= ROLL_REACH
}

function roll(list: CueList, at: number, edge: Edge, minLength: number): DragHandle {
  const [first, second] = edge === 'end' ? [at, at + 1] : [at - 1, at]
  const [before, after] = [list.cueAt(first), list.cueAt(second)]
  const back = Math.max(0, before.end - before.start - keptLength(before, minLength))
  const forth = Math.max(0, after.end - after.start - keptLength(after, minLength))
  const present = list.cueAt(at)[edge]
  return handleOf({ lo: present - back, hi: present + forth }, (value) => {
    const by = value - present
    const moved = [
      { ...before, end: before.end + by },
      { ...after, start: after.start + by },
    ]
    return by === 0 ? [] : replacePatch(list, moved)
  })
}

function compress(list: CueList, at: number, part: DragPart, rules: TimingRules, minLength: number): DragHandle {
  const cue = list.cueAt(at)
  const [previous, next] = [list.at(at - 1), list.at(at + 1)]
  // How far each neighbour yields: its own edge less what it must keep.
  const floor = previous
    ? Math.min(Math.max(0, previous.end + rules.gap), previous.start + keptLength(previous, minLength) + rules.gap)
    : 0
  const ceiling = next
    ? Math.max(Math.min(rules.duration, next.start - rules.gap), next.end - keptLength(next, minLength) - rules.gap)
    : rules.duration
  const bounds = compressBounds(
    cue,
    part,
    Math.max(0, floor),
    Math.min(rules.duration, ceiling),
    keptLength(cue, minLength),
  )
  return handleOf(bounds, (value) => {
    const moved = withPart(cue, part, value)
    const cues = [moved]
    if (previous && moved.start < cue.start && previous.end + rules.gap > moved.start) {
      cues.unshift({ ...previous, end: moved.start - rules.gap })
    }
    if (next && moved.end > cue.end && next.start - rules.gap < moved.end) {
      cues.push({ ...next, start: moved.end + rules.gap })
    }
    return replacePatch(list, cues)
  })
}

function compressBounds(cue: Cue, part: DragPart, floor: number, ceiling: number, keep: number): Bounds {
  const length = cue.end - cue.start
  if (part === 'start') return around(floor, cue.end - keep, cue.start)
  if (part === 'end') return around(cue.start + keep, ceiling, cue.end)
  return around(floor, ceiling - length, cue.start)
}

/** The end edge lengthens the cue and moves all after it; the start and the body move the cue and all after it. */
function ripple(list: CueList, at: number, part: DragPart, rules: TimingRules, minLength: number): DragHandle {
  const { cues } = list
  const cue = list.cueAt(at)
  const held = part === 'end' ? cue.end : cue.start
  const first = part === 'end' ? at + 1 : at
  const room = roomAfter(cues, first, cue, rules)
  const lo =
    part === 'end'
      ? cue.start + keptLength(cue, minLength)
      : moveBounds(list, cue.id, { ...rules, duration: Infinity }).lo
  return handleOf(around(lo, held + room, held), (value) => {
    const by = value - held
    if (by === 0) return []
    const moved = part === 'end' ? [{ ...cue, end: value }] : []
    for (const follower of cues.slice(first)) moved.push(shifted(follower, by))
    return replacePatch(list, moved)
  })
}

/** How far everything from `first` on may move later before one of them leaves the video. */
function roomAfter(cues: readonly Cue[], first: number, cue: Cue, rules: TimingRules): number {
  if (rules.duration === Infinity) return Infinity
  let last = cue.end
  for (const { end } of cues.slice(first)) last = Math.max(last, end)
  return Math.max(0, rules.duration - last)
}

const keptLength = (cue: Cue, minLength: number): number =>
  Math.max(MIN_LENGTH, Math.min(minLength, cue.end - cue.start))

function handleOf(bounds: Bounds, patchAt: (value: number) => Patch): DragHandle {
  return { bounds, at: (to) => patchAt(within(to, bounds)) }
}

/** Bounds that always include the present position: what is out of bounds already does not jump. */
function around(lo: number, hi: number, present: number): Bounds {
  return { lo: Math.min(lo, present), hi: Math.max(hi, present) }
}

function withPart(cue: Cue, part: DragPart, value: number): Cue {
  if (part === 'body') return value === cue.start ? cue : shifted(cue, value - cue.start)
  return value === cue[part] ? cue : { ...cue, [part]: value }
}

/** The cue, `by` milliseconds later. */
export function shifted(cue: Cue, by: number): Cue {
  return { id: cue.id, start: cue.start + by, end: cue.end + by, text: cue.text, roles: cue.roles }
}
