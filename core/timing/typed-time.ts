import type { CueList } from '../subtitle/cue/cue-list.ts'
import { cueOf } from '../subtitle/cue/cue-list.ts'
import type { Patch } from '../subtitle/cue/patch.ts'
import { edgeBounds } from './bounds.ts'
import { setEdge } from './move.ts'
import { type Edge, MIN_LENGTH, type TimingRules } from './rules.ts'

/** Why an edge can't be at a time: the exceeded bound. */
export type TypedTimeRefusal = 'negative' | 'past_end' | 'before_in' | 'after_out' | 'into_previous' | 'into_next'

/** An edge at its typed time, or why not with the nearest allowed time (ms). */
export type TypedTime =
  | { readonly ok: true; readonly patch: Patch }
  | { readonly ok: false; readonly reason: TypedTimeRefusal; readonly limit: number }

/** Sets an edge exactly to a time (ms); a disallowed time is refused, never adjusted. */
export function setTypedTime(list: CueList, id: string, edge: Edge, ms: number, rules: TimingRules): TypedTime {
  const { lo, hi } = edgeBounds(list, id, edge, rules, MIN_LENGTH)
  const { end } = cueOf(list, id)
  if (ms >= lo && ms <= hi) return { ok: true, patch: setEdge(list, id, edge, ms, rules) }
  if (edge === 'start') {
    if (ms < lo) return { ok: false, reason: ms < 0 ? 'negative' : 'into_previous', limit: lo }
    return { ok: false, reason: end > rules.duration ? 'past_end' : 'after_out', limit: hi }
  }
  if (ms < lo) return { ok: false, reason: 'before_in', limit: lo }
  return { ok: false, reason: hi >= rules.duration ? 'past_end' : 'into_next', limit: hi }
}
