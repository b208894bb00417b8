/** What a timing operation has to respect. All values are integer milliseconds. */
export interface TimingRules {
  /** Least distance between the end of a cue and the start of the next. */
  readonly gap: number
  /** Least length that a drag of an edge leaves. */
  readonly minDragLength: number
  /** End of the video; no cue may lie past it. Infinity while it is not known. */
  readonly duration: number
}

/** A gap of 1 ms, and at least 0.5 s after a drag. */
export const defaultRules: TimingRules = { gap: 1, minDragLength: 500, duration: Infinity }

/** Keys and typed fields may go down to this. */
export const MIN_LENGTH = 1
/** Length of an inserted cue where there is room. */
export const INSERT_LENGTH = 2000
/** A roll takes two edges with at most this much between them as one: half a second, below which delivery guides chain cues. */
export const ROLL_REACH = 500
export type Edge = 'start' | 'end'

/** Why an operation changed nothing. */
export type TimingRefusal =
  | 'insufficient_gap'
  | 'no_next'
  | 'invalid_move'
  | 'too_short_to_split'
  | 'one_word'
  | 'outside_video'
  | 'no_shot_change_near'
  | 'no_snap_target_near'

/** What an operation returns: its result, or why there is none. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: TimingRefusal }

/** An operation that succeeded. */
export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
/** An operation that changed nothing, and why. */
export const refused = (reason: TimingRefusal): { ok: false; reason: TimingRefusal } => ({ ok: false, reason })

/** The value, or the bound that it lies beyond. */
export function clamp(value: number, lo: number, hi: number): number {
  return Math.min(hi, Math.max(lo, value))
}
