import { type Cue, makeCue, type NewId, shifted } from '../subtitle/cue/cue.ts'
import { type CueList, positionOf } from '../subtitle/cue/cue-list.ts'
import type { Patch } from '../subtitle/cue/patch.ts'
import { floorAfter } from './bounds.ts'
import { cueBefore, cuesIn, endOf, firstStartAfter } from './neighbours.ts'
import { done, INSERT_LENGTH, MIN_LENGTH, type Outcome, refused, type TimingRules } from './rules.ts'
import type { TimeRange } from './time-range.ts'

/**
 * A new empty cue after this one: it starts one gap after its end and lasts 2 s, or up to one gap before the next cue.
 */
export function insertBelow(list: CueList, id: string, rules: TimingRules, newId: NewId): Outcome<Patch> {
  const at = positionOf(list, id)
  const start = endOf(list.cueAt(at)) + rules.gap
  return inserted(list, { start, end: freeUntil(list, start, INSERT_LENGTH, rules) }, at + 1, newId)
}

/**
 * A new empty cue before this one: it ends one gap before its start and lasts 2 s, or back to one gap after the previous
 * cue.
 */
export function insertAbove(list: CueList, id: string, rules: TimingRules, newId: NewId): Outcome<Patch> {
  const at = positionOf(list, id)
  const cue = list.cueAt(at)
  const end = Math.min(cue.start - rules.gap, rules.duration)
  let start = Math.max(floorAfter(cueBefore(list, cue), rules), end - INSERT_LENGTH)
  // The remaining time overlaps this cue: the new one stays within it too.
  for (const over of cuesIn(list, { start, end })) start = Math.max(start, over.start)
  return inserted(list, { start, end }, at, newId)
}

/** A new empty cue at a time that no cue covers; `length` in milliseconds. */
export function insertAtTime(
  list: CueList,
  time: number,
  rules: TimingRules,
  newId: NewId,
  length: number = INSERT_LENGTH,
): Outcome<Patch> {
  return inserted(list, { start: time, end: freeUntil(list, time, length, rules) }, undefined, newId)
}

/** A new empty cue in a time range, clipped to one gap from the cues around it. */
export function insertBetween(
  list: CueList,
  from: number,
  to: number,
  rules: TimingRules,
  newId: NewId,
): Outcome<Patch> {
  let start = Math.max(0, from)
  for (const cue of cuesIn(list, { start: from - rules.gap, end: from + 1 })) {
    if (cue.start <= from && !holdsOthers(list, cue)) start = Math.max(start, endOf(cue) + rules.gap)
  }
  return inserted(list, { start, end: freeUntil(list, start, to - start, rules) }, undefined, newId)
}

/**
 * Copies of cues, `by` milliseconds later, all or nothing: none may leave the video or overlap an existing cue, except
 * one contained in others. Overlaps among themselves stay.
 */
export function pasteCues(
  list: CueList,
  cues: readonly Cue[],
  by: number,
  rules: TimingRules,
  newId: NewId,
): Outcome<Patch> {
  const placed: { cue: Cue; at: number }[] = []
  for (const original of cues.toSorted((a, b) => a.start - b.start)) {
    const cue = { ...shifted(original, by), id: newId() }
    if (cue.start < 0 || endOf(cue) > rules.duration) return refused('invalid_move')
    for (const other of cuesIn(list, cue)) {
      const isOver = other.start <= cue.start && endOf(cue) <= endOf(other)
      if (!isOver || !holdsOthers(list, other)) return refused('insufficient_gap')
    }
    placed.push({ cue, at: placeFor(list, cue.start) })
  }
  placed.sort((a, b) => a.at - b.at)
  return done(placed.map(({ cue, at }, before) => ({ id: cue.id, from: undefined, to: cue, at: at + before })))
}

/**
 * Latest end of a new cue from a time on: one gap before the next start, and within a sign above it. The time itself if
 * another cue covers it, or ends less than a gap before.
 */
function freeUntil(list: CueList, start: number, length: number, { gap, duration }: TimingRules): number {
  let end = Math.min(start + length, duration)
  for (const cue of cuesIn(list, { start: start - gap, end: Math.max(start, end) + gap })) {
    if (cue.start > start) end = Math.min(end, cue.start - gap)
    else if (!holdsOthers(list, cue)) return start
    else end = Math.min(end, endOf(cue))
  }
  return end
}

/** Whether a cue is a sign over others: it contains a shorter one. */
function holdsOthers(list: CueList, cue: Cue): boolean {
  const length = endOf(cue) - cue.start
  for (const { start, end } of cuesIn(list, cue)) {
    if (start >= cue.start && end <= endOf(cue) && end - start < length) return true
  }
  return false
}

/** A new empty cue; in an unsorted list at `beside`. */
function inserted(list: CueList, { start, end }: TimeRange, beside: number | undefined, newId: NewId): Outcome<Patch> {
  if (start < 0 || end - start < MIN_LENGTH) return refused('insufficient_gap')
  const cue = makeCue(newId(), start, end, '')
  return done([{ id: cue.id, from: undefined, to: cue, at: placeFor(list, start, beside) }])
}

/**
 * The insertion index for a start time that keeps a sorted list sorted. In an unsorted one it is `beside`, or after the
 * last cue that starts no later, or first.
 */
function placeFor(list: CueList, start: number, beside?: number): number {
  if (list.timeOrder.isSorted) return firstStartAfter(list, start)
  if (beside !== undefined) return beside
  let [previous, first] = [-1, 0]
  for (const [at, cue] of list.cues.entries()) {
    if (cue.start <= start && (previous < 0 || cue.start >= list.cueAt(previous).start)) previous = at
    if (cue.start < list.cueAt(first).start) first = at
  }
  return previous < 0 ? first : previous + 1
}

/** Merges this cue and the next: texts joined by a space, from the earlier start to the later end, speakers in order. */
export function mergeDown(list: CueList, id: string): Outcome<Patch> {
  const at = positionOf(list, id)
  const first = list.cueAt(at)
  const second = list.at(at + 1)
  if (!second) return refused('no_next')
  const merged: Cue = {
    ...first,
    start: Math.min(first.start, second.start),
    end: Math.max(first.end, second.end),
    text: [first.text, second.text].filter((text) => text !== '').join(' '),
    roles: [...new Set([...first.roles, ...second.roles])],
  }
  return done([
    { id, from: first, to: merged, at },
    { id: second.id, from: second, to: undefined, at: at + 1 },
  ])
}

/** Without these cues; a RangeError names an unknown id. */
export function removeCues(list: CueList, ids: Iterable<string>): Patch {
  return [...ids].map((id) => {
    const at = positionOf(list, id)
    return { id, from: list.cueAt(at), to: undefined, at }
  })
}
