import type { Cue } from '../subtitle/cue.ts'
import { type CueList, positionOf } from '../subtitle/cue-list.ts'
import { type Patch, replacePatch } from '../subtitle/patch.ts'
import { edgeBounds, moveBounds, type Bounds, within } from './bounds.ts'
import { type Edge, MIN_LENGTH, ROLL_REACH, type TimingRules } from './rules.ts'

export const dragModes = ['block', 'roll', 'compress', 'ripple'] as const
/**
 * What happens to neighbours. `block`: a cue stops at them. `roll`: an edge takes the neighbour's edge along where the
 * two are shared. `compress`: the neighbour shrinks. `ripple`: everything after moves along.
 */
export type DragMode = (typeof dragModes)[number]
export type DragPart = Edge | 'body'

/** A cue that is held at a part: asked once for its limits, then for a patch at each position. */
export interface DragHandle {
  /** Positions of the held edge (of the start, for the body) that change anything. */
  readonly bounds: Bounds
  /** The patch that puts the held part as near to `to` as its range allows; always against the list it was made for. */
  at(to: number): Patch
}

/**
 * Holds a part of a cue. `minLength` is the rules' for a drag, 1 ms for keys and typed fields: all three end here, so
 * that they do the same.
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
  const cue = list.at(positionOf(list, id))!
  const range = part === 'body' ? moveBounds(list, id, rules) : edgeBounds(list, id, part, rules, minLength)
  return handleOf(range, (value) => replacePatch(list, [withPart(cue, part, value)]))
}

/** Two edges are shared where they touch, overlap or have no more than a chain's space between them. */
function shared(list: CueList, at: number, edge: Edge): boolean {
  const [before, after] = edge === 'end' ? [list.at(at), list.at(at + 1)] : [list.at(at - 1), list.at(at)]
  return before !== undefined && after !== undefined && Math.abs(after.start - before.end) <= ROLL_REACH
}

function roll(list: CueList, at: number, edge: Edge, minLength: number): DragHandle {
  const [first, second] = edge === 'end' ? [at, at + 1] : [at - 1, at]
  const [before, after] = [list.at(first)!, list.at(second)!]
  const back = Math.max(0, before.end - before.start - keptLength(before, minLength))
  const forth = Math.max(0, after.end - after.start - keptLength(after, minLength))
  const present = list.at(at)![edge]
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
  const cue = list.at(at)!
  const [previous, next] = [list.at(at - 1), list.at(at + 1)]
  // How far each neighbour gives way: its own edge less what it must keep.
  const floor = previous
    ? Math.min(Math.max(0, previous.end + rules.gap), previous.start + keptLength(previous, minLength) + rules.gap)
    : 0
  const ceiling = next
    ? Math.max(Math.min(rules.duration, next.start - rules.gap), next.end - keptLength(next, minLength) - rules.gap)
    : rules.duration
  const range = compressBounds(
    cue,
    part,
    Math.max(0, floor),
    Math.min(rules.duration, ceiling),
    keptLength(cue, minLength),
  )
  return handleOf(range, (value) => {
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

/** The end edge stretches the cue and moves all after it; the start and the body move the cue and all after it. */
function ripple(list: CueList, at: number, part: DragPart, rules: TimingRules, minLength: number): DragHandle {
  const { cues } = list
  const cue = cues[at]!
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
    for (let i = first; i < cues.length; i++) moved.push(shifted(cues[i]!, by))
    return replacePatch(list, moved)
  })
}

/** How far everything from `first` may move to the right before one of it leaves the programme. */
function roomAfter(cues: readonly Cue[], first: number, cue: Cue, rules: TimingRules): number {
  if (rules.duration === Infinity) return Infinity
  let last = cue.end
  for (let i = first; i < cues.length; i++) last = Math.max(last, cues[i]!.end)
  return Math.max(0, rules.duration - last)
}

const keptLength = (cue: Cue, minLength: number): number =>
  Math.max(MIN_LENGTH, Math.min(minLength, cue.end - cue.start))

function handleOf(range: Bounds, patchAt: (value: number) => Patch): DragHandle {
  return { bounds: range, at: (to) => patchAt(within(to, range)) }
}

/** A range that always has the present position in it: nothing jumps that is out of bounds already. */
function around(lo: number, hi: number, present: number): Bounds {
  return { lo: Math.min(lo, present), hi: Math.max(hi, present) }
}

function withPart(cue: Cue, part: DragPart, value: number): Cue {
  if (part === 'body') return value === cue.start ? cue : shifted(cue, value - cue.start)
  return value === cue[part] ? cue : { ...cue, [part]: value }
}

export function shifted(cue: Cue, by: number): Cue {
  return { id: cue.id, start: cue.start + by, end: cue.end + by, text: cue.text, roles: cue.roles }
}
