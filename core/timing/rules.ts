/** What a timing operation has to respect. All values are integer milliseconds. */
export interface TimingRules {
  /** Least distance between the end of a cue and the start of the next. */
  readonly gap: number
  /** Least length that a drag of an edge leaves. */
  readonly minDragLength: number
  /** End of the programme; no cue may lie past it. Infinity while it is not known. */
  readonly duration: number
}

/** The specification's constants: gap 1 ms, 0.5 s when resizing. */
export const defaultRules: TimingRules = { gap: 1, minDragLength: 500, duration: Infinity }

/** Keys and typed fields may go down to this. */
export const MIN_LENGTH = 1
/** Length of an inserted cue where there is room. */
export const INSERT_LENGTH = 2000
/** Two edges with at most this much between them are one shared edge to a roll: half a second, the guides' chain. */
export const ROLL_REACH = 500
export type Edge = 'start' | 'end'

/** Why an operation changed nothing. */
export type TimingRefusal =
  'insufficient_gap' | 'no_next' | 'invalid_move' | 'too_short_to_split' | 'no_shot_change_near' | 'no_snap_target_near'

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: TimingRefusal }

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const refused = (reason: TimingRefusal): { ok: false; reason: TimingRefusal } => ({ ok: false, reason })

export function clamp(value: number, lo: number, hi: number): number {
  return Math.min(hi, Math.max(lo, value))
}
