import { LOWEST_LEVEL_DB } from '../domain/dubbing.ts'
import { type DuckedRange, type Ducking, duckedRanges, FULL_GAIN, gainBetween } from './ducking.ts'

/** Samples a second of a mix. */
export const MIX_RATE = 48_000
/** Level of a single channel in each of two, as ffmpeg has it. */
export const MONO_SHARE = Math.SQRT1_2
/** Length of the pieces of the sound under the voices, counted from the start of the video. */
export const UNDER_PIECE_MS = 1000

/** Speech of a line at its place; times in milliseconds. */
export interface MixTake {
  /** Id of the line. */
  readonly id: string
  readonly speaker: string
  readonly start: number
  readonly end: number
  /** Address of its sound. */
  readonly url: string
  /** How much faster it is played than spoken. */
  readonly tempo: number
}

/** All that is heard in a mix. */
export interface MixPlan {
  /** By start. */
  readonly takes: readonly MixTake[]
  /** Number of lines to speak that have no take. */
  readonly missing: number
  /** Where the sound under the voices is ducked. */
  readonly ducked: readonly DuckedRange[]
}

interface MixLine {
  readonly id: string
  readonly speaker: string
  readonly start: number
  readonly end: number
  readonly rate: number
  readonly isSpoken: boolean
}

/** The mix of placed lines, with the address of each line's take if it has one. */
export function mixPlan(
  lines: readonly (MixLine & { readonly url: string | undefined })[],
  { said, under }: Omit<Ducking, 'spoken'>,
): MixPlan {
  const spoken = lines.filter(({ isSpoken }) => isSpoken).sort((a, b) => a.start - b.start)
  const takes = spoken.flatMap(({ id, speaker, start, end, rate, url }) =>
    url === undefined ? [] : [{ id, speaker, start, end, url, tempo: rate }],
  )
  return { takes, missing: spoken.length - takes.length, ducked: duckedRanges({ spoken, said, under }) }
}

/** The takes that are heard in a range, from a list by start. */
export function takesBetween(takes: readonly MixTake[], from: number, to: number): MixTake[] {
  const found: MixTake[] = []
  for (const take of takes) {
    if (take.start >= to) break
    if (take.end > from) found.push(take)
  }
  return found
}

/** Indexes of the pieces under a range. */
export function piecesBetween(from: number, to: number): number[] {
  const first = Math.max(0, Math.floor(from / UNDER_PIECE_MS))
  const last = Math.ceil(to / UNDER_PIECE_MS)
  return Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at)
}

/** The gain of a piece under the voices, in samples of milliseconds. */
export function pieceGain(ducked: readonly DuckedRange[], piece: number): Int16Array {
  // One more, to which the last millisecond leads.
  return gainBetween(ducked, piece * UNDER_PIECE_MS, UNDER_PIECE_MS + 1)
}

/** Samples of a piece at its gain; between milliseconds the gain is on a line. */
export function withGain(samples: Float32Array, gain: Int16Array, share = 1): Float32Array<ArrayBuffer> {
  const made = new Float32Array(samples.length)
  const perMs = samples.length / UNDER_PIECE_MS
  for (let at = 0; at < made.length; at++) {
    const ms = at / perMs
    const index = Math.floor(ms)
    const before = gain[index] ?? FULL_GAIN
    const after = gain[index + 1] ?? before
    made[at] = (samples[at]! * share * (before + (after - before) * (ms - index))) / (FULL_GAIN + 1)
  }
  return made
}

/** Levels of a mix in decibels; a speaker that is not named has 0. */
export interface MixLevels {
  readonly background: number
  readonly speakers: Readonly<Record<string, number>>
}

/** Factor of a level; the lowest one is silence. */
export const gainOfLevel = (db: number): number => (db <= LOWEST_LEVEL_DB ? 0 : 10 ** (db / 20))
