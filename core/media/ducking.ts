import type { TimeRange } from '../timing/time-range.ts'

/** A range in which a sound is ducked, and by how many decibels. */
export interface DuckedRange extends TimeRange {
  readonly db: number
}

/** Sample value of full level. */
export const FULL_GAIN = 32_767
/** The full reduction holds this long before and after a range, in milliseconds. */
const BEFORE_MS = 80
const AFTER_MS = 150
/** Attack and release times. */
const ATTACK_MS = 60
const RELEASE_MS = 300

/** Gain of the original under its own voice: any voice masks the rest. */
export const ORIGINAL_DB = -30
/** Gain where only the dub speaks, over music and noise. */
const ROOM_DB = -9
/** Gain where the original's voices were removed. */
const SOFT_DB = -4

/** The sound under a dub's voices: the video's own, the same without its voices, or none. */
export type UnderKind = 'original' | 'background' | 'none'

export interface Ducking {
  /** When the dub speaks. */
  readonly spoken: readonly TimeRange[]
  /** When the original speaks, by its lines or as it was detected. */
  readonly said: readonly TimeRange[]
  readonly under: UnderKind
}

/**
 * When and how far the sound under a dub is ducked: deep wherever the original speaks; a little where only the dub does;
 * not over music or noise alone.
 */
export function duckedRanges({ spoken, said, under }: Ducking): DuckedRange[] {
  const at = (ranges: readonly TimeRange[], db: number): DuckedRange[] =>
    ranges.map(({ start, end }) => ({ start, end, db }))
  if (under === 'none') return []
  if (under === 'background') return at(spoken, SOFT_DB)
  return [...at(spoken, ROOM_DB), ...at(said, ORIGINAL_DB)]
}

/** Loudness of every line's speech, in decibels of full scale. */
export const VOICE_DB = -20
/** Limits of the dub's level against its normal one, in decibels. */
const GREATEST_SHIFT_DB = 12
/** Loudness by EBU R 128 above mean power, for speech: the standard weighs frequencies. */
const WEIGHTED_DB = 1

/** Gain in decibels that matches a dub to the original's loudness in LUFS, so that music keeps its level. */
export function voiceGainDb(lufs: number | null): number {
  if (lufs === null) return 0
  return Math.max(-GREATEST_SHIFT_DB, Math.min(GREATEST_SHIFT_DB, lufs - VOICE_DB + WEIGHTED_DB))
}

/**
 * The gain of a sound ducked in ranges of any order, from a millisecond on: a sample from 0 to `FULL_GAIN` for each.
 * Between ranges it recovers if there is time.
 */
export function gainBetween(ranges: readonly DuckedRange[], from: number, count: number): Int16Array {
  const near = ranges.filter((range) => reachOf(range).end >= from)
  return gainOf(
    near.sort((a, b) => a.start - b.start),
    from,
    count,
  )
}

function gainOf(inOrder: readonly DuckedRange[], from: number, count: number): Int16Array {
  const levels = new Float32Array(count)
  for (const range of inOrder) {
    if (reachOf(range).start >= from + count) break
    lower(levels, from, range)
  }
  return Int16Array.from(levels, (db) => Math.round(FULL_GAIN * 10 ** (db / 20)))
}

/** Start and end of a range's effect. */
export function reachOf({ start, end }: TimeRange): TimeRange {
  return { start: start - BEFORE_MS - ATTACK_MS, end: end + AFTER_MS + RELEASE_MS }
}

function lower(levels: Float32Array, from: number, range: DuckedRange): void {
  const { start, end } = reachOf(range)
  for (let at = Math.max(0, Math.floor(start) - from); at < Math.min(levels.length, end - from); at++) {
    const ms = from + at
    const depth = Math.min(1, (ms - start) / ATTACK_MS, (end - ms) / RELEASE_MS)
    levels[at] = Math.min(levels[at] ?? 0, range.db * Math.max(0, depth))
  }
}
