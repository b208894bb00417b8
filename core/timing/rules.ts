/** Limits of timing operations, in integer milliseconds. */
export interface TimingRules {
  /** Least distance between the end of a cue and the start of the next. */
  readonly gap: number
  /** Least length after dragging an edge. */
  readonly minDragLength: number
  /** End of the video; Infinity while unknown. */
  readonly duration: number
}

/** A gap of 1 ms, and at least 0.5 s after a drag. */
export const defaultRules: TimingRules = { gap: 1, minDragLength: 500, duration: Infinity }

/** Least length by keys and typed fields. */
export const MIN_LENGTH = 1
/** Default length of an inserted cue. */
export const INSERT_LENGTH = 2000
/** A roll treats two edges within this distance as one: half a second, below which delivery guides chain cues. */
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

/** An operation's result, or why there is none. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: TimingRefusal }

/** An operation that succeeded. */
export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
/** An operation without effect, and why. */
export const refused = (reason: TimingRefusal): { ok: false; reason: TimingRefusal } => ({ ok: false, reason })

/** The value, or the exceeded bound. */
export function clamp(value: number, lo: number, hi: number): number {
  return Math.min(hi, Math.max(lo, value))
}
