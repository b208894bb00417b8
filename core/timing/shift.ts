import { type Cue, shifted } from '../subtitle/cue/cue.ts'
import type { CueList } from '../subtitle/cue/cue-list.ts'
import { itemAt } from '../subtitle/text/item-at.ts'
import type { Change, Patch } from '../subtitle/cue/patch.ts'
import type { FrameRate } from '../domain/frames.ts'
import { endOf } from './neighbours.ts'
import type { TimingRules } from './rules.ts'
import { readTime, type TimeNotation } from './time-notation.ts'

/** Which cues are shifted. `from` and `range` refer to starts; `to` is exclusive. */
export type ShiftScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'chosen'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'from'; readonly time: number }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }

/** Why a version can't be shifted, with index and new times of the first such cue. */
export interface ShiftFault {
  readonly reason: 'before_start' | 'after_end' | 'would_overlap'
  readonly at: number
  readonly cue: Cue
}

/** A shift of one version: its dry run and the change itself. */
export interface ShiftPlan<K> {
  readonly key: K
  readonly patch: Patch
  readonly moved: number
  readonly fault: ShiftFault | undefined
}

export interface ShiftTarget<K> {
  readonly key: K
  readonly list: CueList
  readonly rules: TimingRules
}

/** Milliseconds of a shift by frames, rounded only in total. */
export function shiftOfFrames(frames: number, { num, den }: FrameRate): number {
  return Math.round((frames * 1000 * den) / num)
}

/**
 * Milliseconds of a typed shift: a time in any spelling, or a signed whole number of milliseconds or frames. Undefined
 * for anything else, also a fraction, which is ambiguous.
 */
export function parseShift(written: string, notation: TimeNotation): number | undefined {
  const [, sign, unsigned = ''] = /^\s*([+\-\u2212]?)\s*(.*?)\s*$/s.exec(written.normalize('NFKC')) ?? []
  const size = shiftSize(unsigned, notation)
  return size === undefined || sign === '' || sign === '+' ? size : 0 - size
}

function shiftSize(text: string, notation: TimeNotation): number | undefined {
  if (/^\d{1,9}$/.test(text)) {
    return notation.unit === 'frames' ? shiftOfFrames(Number(text), notation.rate) : Number(text)
  }
  const time = /^[\d.,]*$/.test(text) ? undefined : readTime(text, notation)
  return typeof time === 'number' && time >= 0 ? time : undefined
}

/** Whether all versions can be shifted; otherwise none of the plans may be applied. */
export function allowed(plans: readonly ShiftPlan<unknown>[]): boolean {
  return plans.every((plan) => plan.fault === undefined)
}

/**
 * Plans a shift by `by` milliseconds over several versions: a cue that would leave the video, or overlap an unshifted
 * one, is a fault. Linear.
 */
export function planShift<K>(targets: readonly ShiftTarget<K>[], scope: ShiftScope, by: number): ShiftPlan<K>[] {
  return targets.map(({ key, list, rules }) => planOne(key, list.cues, rules, scope, by))
}

function planOne<K>(key: K, cues: readonly Cue[], rules: TimingRules, scope: ShiftScope, by: number): ShiftPlan<K> {
  const patch: Change[] = []
  const staying: Placed[] = []
  for (let at = 0; at < cues.length; at++) {
    const cue = itemAt(cues, at)
    if (inScope(scope, cue)) patch.push({ id: cue.id, from: cue, to: by === 0 ? cue : shifted(cue, by), at })
    else staying.push({ cue, at })
  }
  return { key, patch: by === 0 ? [] : patch, moved: patch.length, fault: firstFault(patch, staying, rules, by) }
}

/** A cue and its index. */
interface Placed {
  readonly cue: Cue
  readonly at: number
}

/** The first cue, in list order, that would leave the video or overlap an unshifted one. */
function firstFault(patch: Patch, staying: readonly Placed[], rules: TimingRules, by: number): ShiftFault | undefined {
  const ends = staying.map(({ cue }) => endOf(cue)).sort((a, b) => a - b)
  const later = by > 0 ? staying.toSorted((a, b) => a.cue.start - b.cue.start) : []
  for (const { from, to, at } of patch) {
    if (!from || !to) continue
    if (to.start < 0) return { reason: 'before_start', at, cue: to }
    if (endOf(to) > rules.duration) return { reason: 'after_end', at, cue: to }
    if (ends.length === 0) continue
    // Existing overlaps may remain.
    const before = ends[countUpTo(ends, from.start, (end) => end) - 1] ?? -Infinity
    if (by < 0 && before > to.start) return { reason: 'would_overlap', at, cue: to }
    const after = later[countUpTo(later, endOf(from) - 1, ({ cue }) => cue.start)]
    if (after && after.cue.start < endOf(to)) return { reason: 'would_overlap', ...after }
  }
  return undefined
}

/** How many of some sorted items are no greater than a limit. */
function countUpTo<T>(items: readonly T[], limit: number, valueOf: (item: T) => number): number {
  let lo = 0
  let hi = items.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (valueOf(itemAt(items, middle)) <= limit) lo = middle + 1
    else hi = middle
  }
  return lo
}

function inScope(scope: ShiftScope, cue: Cue): boolean {
  switch (scope.kind) {
    case 'all':
      return true
    case 'chosen':
      return scope.ids.has(cue.id)
    case 'from':
      return cue.start >= scope.time
    default:
      return cue.start >= scope.from && cue.start < scope.to
  }
}
