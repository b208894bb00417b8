import type { Cue } from '../subtitle/cue.ts'
import type { CueList } from '../subtitle/cue-list.ts'
import type { Change, Patch } from '../subtitle/patch.ts'
import { shifted } from './drag.ts'
import type { TimingRules } from './rules.ts'

/** Which cues are shifted. `from` and `range` go by the start of a cue; `to` is excluded. */
export type ShiftScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'chosen'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'from'; readonly time: number }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }

/** Why a version can't be shifted, and the index and the new times of the first cue where that shows. */
export interface ShiftFault {
  readonly reason: 'before_start' | 'after_end' | 'would_overlap'
  readonly at: number
  readonly cue: Cue
}

/** What a shift does to one version: a dry run and the change itself. */
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

/** Whether no version has a fault; otherwise none of the plans may be applied. */
export function allowed(plans: readonly ShiftPlan<unknown>[]): boolean {
  return plans.every((plan) => plan.fault === undefined)
}

/**
 * Plans the same shift, `by` milliseconds, over any number of versions: a cue that would leave the video, or overlap one
 * that does not move, is a fault of its version. Linear.
 */
export function planShift<K>(targets: readonly ShiftTarget<K>[], scope: ShiftScope, by: number): ShiftPlan<K>[] {
  return targets.map(({ key, list, rules }) => planOne(key, list.cues, rules, scope, by))
}

function planOne<K>(key: K, cues: readonly Cue[], rules: TimingRules, scope: ShiftScope, by: number): ShiftPlan<K> {
  const patch: Change[] = []
  let fault: ShiftFault | undefined
  let previous: { was: Cue; is: Cue; moves: boolean } | undefined
  let at = -1
  for (const cue of cues) {
    at++
    const moves = inScope(scope, cue)
    const result = moves && by !== 0 ? shifted(cue, by) : cue
    if (moves) {
      patch.push({ id: cue.id, from: cue, to: result, at })
      fault ??= boundsFault(result, at, rules)
    }
    if (previous && moves !== previous.moves) fault ??= overlapFault(previous.was, cue, previous.is, result, at)
    previous = { was: cue, is: result, moves }
  }
  return { key, patch: by === 0 ? [] : patch, moved: patch.length, fault }
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

function boundsFault(cue: Cue, at: number, rules: TimingRules): ShiftFault | undefined {
  if (cue.start < 0) return { reason: 'before_start', at, cue }
  return cue.end > rules.duration ? { reason: 'after_end', at, cue } : undefined
}

/** Two cues that did not overlap and would afterwards; what overlapped before may go on overlapping. */
function overlapFault(was: Cue, cue: Cue, before: Cue, result: Cue, at: number): ShiftFault | undefined {
  const apart = was.end <= cue.start
  return apart && before.end > result.start ? { reason: 'would_overlap', at, cue: result } : undefined
}
