import { type Cue, makeCue, type NewId } from '../subtitle/cue.ts'
import { type CueList, positionOf } from '../subtitle/cue-list.ts'
import type { Change, Patch } from '../subtitle/patch.ts'
import { done, INSERT_LENGTH, MIN_LENGTH, type Outcome, refused, type TimingRules } from './rules.ts'

/** A new empty cue below: it starts one gap after this one's end and lasts 2 s, or up to one gap before the next cue. */
export function insertBelow(list: CueList, id: string, rules: TimingRules, newId: NewId): Outcome<Patch> {
  const at = positionOf(list, id)
  return insertCue(list, at + 1, list.cueAt(at).end + rules.gap, rules, newId)
}

/** A new empty cue above: it ends one gap before this one's start and lasts 2 s, or back to one gap after the cue before. */
export function insertAbove(list: CueList, id: string, rules: TimingRules, newId: NewId): Outcome<Patch> {
  const at = positionOf(list, id)
  const previous = list.at(at - 1)
  const end = list.cueAt(at).start - rules.gap
  const start = Math.max(previous ? previous.end + rules.gap : 0, end - INSERT_LENGTH)
  if (end - start < MIN_LENGTH) return refused('insufficient_gap')
  const cue = makeCue(newId(), start, end, '')
  return done([{ id: cue.id, from: undefined, to: cue, at }])
}

/** A new empty cue at a time that no cue covers; `length` in milliseconds. */
export function insertAtTime(
  list: CueList,
  time: number,
  rules: TimingRules,
  newId: NewId,
  length: number = INSERT_LENGTH,
): Outcome<Patch> {
  const at = firstStartAfter(list, time)
  const previous = list.at(at - 1)
  if (previous && previous.end + rules.gap > time) return refused('insufficient_gap')
  return insertCue(list, at, time, rules, newId, length)
}

/** A new empty cue over a range of time, clipped to one gap from the cues around it. */
export function insertBetween(
  list: CueList,
  from: number,
  to: number,
  rules: TimingRules,
  newId: NewId,
): Outcome<Patch> {
  const at = firstStartAfter(list, from)
  const previous = list.at(at - 1)
  const start = Math.max(from, previous ? previous.end + rules.gap : 0)
  return insertCue(list, at, start, rules, newId, to - start)
}

/**
 * Copies of cues, `by` milliseconds later. All or nothing: none may leave the video or overlap a cue that is here; among
 * themselves they may overlap as before. O(m log n) for m new cues.
 */
export function pasteCues(
  list: CueList,
  cues: readonly Cue[],
  by: number,
  rules: TimingRules,
  newId: NewId,
): Outcome<Patch> {
  const patch: Change[] = []
  for (const cue of cues.toSorted((a, b) => a.start - b.start)) {
    const to = { ...cue, id: newId(), start: cue.start + by, end: cue.end + by }
    if (to.start < 0 || to.end > rules.duration) return refused('invalid_move')
    const at = firstStartAfter(list, to.start)
    const [previous, next] = [list.at(at - 1), list.at(at)]
    if ((previous && previous.end > to.start) || (next && next.start < to.end)) return refused('insufficient_gap')
    patch.push({ id: to.id, from: undefined, to, at: at + patch.length })
  }
  return done(patch)
}

/** Index of the first cue that starts after `time`, in a list that is in order. */
function firstStartAfter(list: CueList, time: number): number {
  let lo = 0
  let hi = list.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (list.cueAt(middle).start <= time) lo = middle + 1
    else hi = middle
  }
  return lo
}

function insertCue(
  list: CueList,
  at: number,
  start: number,
  rules: TimingRules,
  newId: NewId,
  length: number = INSERT_LENGTH,
): Outcome<Patch> {
  const next = list.at(at)
  const ceiling = next ? Math.min(rules.duration, next.start - rules.gap) : rules.duration
  const end = Math.min(start + length, ceiling)
  if (end - start < MIN_LENGTH) return refused('insufficient_gap')
  const cue = makeCue(newId(), start, end, '')
  return done([{ id: cue.id, from: undefined, to: cue, at }])
}

/** This cue and the next as one: texts joined by a blank, from the first start to the later end, speakers in order. */
export function mergeDown(list: CueList, id: string): Outcome<Patch> {
  const at = positionOf(list, id)
  const first = list.cueAt(at)
  const second = list.at(at + 1)
  if (!second) return refused('no_next')
  const merged: Cue = {
    ...first,
    end: Math.max(first.end, second.end),
    text: [first.text, second.text].filter((text) => text !== '').join(' '),
    roles: [...new Set([...first.roles, ...second.roles])],
  }
  return done([
    { id, from: first, to: merged, at },
    { id: second.id, from: second, to: undefined, at: at + 1 },
  ])
}

/** Without these cues; a RangeError names an id that the list does not have. */
export function removeCues(list: CueList, ids: Iterable<string>): Patch {
  return [...ids].map((id) => {
    const at = positionOf(list, id)
    return { id, from: list.cueAt(at), to: undefined, at }
  })
}
