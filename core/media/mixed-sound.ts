import { type DuckedRange, FULL_GAIN, gainBetween } from './ducking.ts'
import { limited, LIMITER_MARGIN } from './limiter.ts'
import { gainOfLevel, MIX_RATE, MONO_SHARE } from './mix.ts'
import { type Placed, resampled } from './resample.ts'
import type { Sound } from './speech-sound.ts'

/** Channels of a mix: stereo, or 5.1 in the order L, R, C, LFE, Ls, Rs. */
export const mixChannels = { stereo: 2, surround: 6 } as const
export type MixLayout = keyof typeof mixChannels

/** Level of a voice in each channel: in 5.1 it is in the centre. */
const voiceShares: Readonly<Record<MixLayout, readonly number[]>> = {
  stereo: [MONO_SHARE, MONO_SHARE],
  surround: [0, 0, 1, 0, 0, 0],
}
/** Weights of channels in loudness by ITU-R BS.1770. */
export const loudnessWeights: Readonly<Record<MixLayout, readonly number[]>> = {
  stereo: [1, 1],
  surround: [1, 1, 1, 0, 1.41, 1.41],
}

/** What of a mix is heard. */
export const mixStems = ['mix', 'dialogue', 'background'] as const
export type MixStem = (typeof mixStems)[number]

/** Everything that a mix is made of, as far as it is heard in some part. */
export interface MixParts {
  readonly layout: MixLayout
  /** Voices on the grid of `MIX_RATE` at their levels. */
  readonly voices: readonly Placed[]
  readonly voiceGainDb: number
  /** Samples from an index on, one array for each channel; undefined without a sound under the voices. */
  readonly under: ((from: number, count: number) => readonly Float32Array[]) | undefined
  readonly underDb: number
  readonly ducked: readonly DuckedRange[]
}

/** A line's speech on the grid of a mix: its first sample is the nearest one of its own rate. */
export function placedVoice({ samples, rate }: Sound, startMs: number, db: number): Placed {
  const level = gainOfLevel(db) / 32_768
  const voice = Float32Array.from(samples, (sample) => sample * level)
  return resampled({ at: Math.round((startMs * rate) / 1000), samples: voice }, rate, MIX_RATE)
}

/** A part of a mix, or of one of its stems, by channels; the same samples in every part that has them. */
export function mixedSound(
  parts: MixParts,
  from: number,
  count: number,
  stem: MixStem = 'mix',
): Float32Array<ArrayBuffer>[] {
  const planes = Array.from({ length: mixChannels[parts.layout] }, () => new Float32Array(count))
  if (stem !== 'dialogue') addUnder(planes, parts, from, count)
  if (stem !== 'background') for (const voice of parts.voices) addVoice(planes, parts, voice, from)
  return planes
}

function addUnder(planes: readonly Float32Array[], parts: MixParts, from: number, count: number): void {
  const { under, underDb, ducked } = parts
  const level = gainOfLevel(underDb)
  if (!under || level === 0) return
  const perMs = MIX_RATE / 1000
  const firstMs = Math.floor(from / perMs)
  const gains = gainBetween(ducked, firstMs, Math.ceil(count / perMs) + 2)
  const sounds = under(from, count)
  const levels = new Float64Array(count)
  for (let at = 0; at < count; at++) {
    const ms = (from + at) / perMs - firstMs
    const index = Math.floor(ms)
    const before = gains[index] ?? FULL_GAIN
    levels[at] = ((before + ((gains[index + 1] ?? before) - before) * (ms - index)) / (FULL_GAIN + 1)) * level
  }
  for (const [channel, plane] of planes.entries()) {
    const sound = sounds[channel]
    if (sound) for (let at = 0; at < count; at++) plane[at] = (sound[at] ?? 0) * (levels[at] ?? 0)
  }
}

function addVoice(
  planes: readonly Float32Array[],
  { layout, voiceGainDb }: MixParts,
  { at, samples }: Placed,
  from: number,
): void {
  const count = planes[0]?.length ?? 0
  const first = Math.max(0, at - from)
  const until = Math.min(count, at - from + samples.length)
  for (const [channel, plane] of planes.entries()) {
    const share = (voiceShares[layout][channel] ?? 0) * gainOfLevel(voiceGainDb)
    if (share === 0) continue
    for (let index = first; index < until; index++)
      plane[index] = (plane[index] ?? 0) + (samples[from + index - at] ?? 0) * share
  }
}

/** Level of the limiter of a finished mix. */
const LIMIT = 10 ** (-1.5 / 20)

/**
 * A part of the finished mix, at its gain in decibels and under the limit. Stems get the limiter's gain of the mix, so that
 * they add up to it.
 */
export function finishedSound(
  parts: MixParts,
  { from, count, gainDb }: { readonly from: number; readonly count: number; readonly gainDb: number },
  stem: MixStem = 'mix',
): Float32Array<ArrayBuffer>[] {
  const start = from - LIMITER_MARGIN
  const louder = (what: MixStem): Float32Array<ArrayBuffer>[] =>
    amplified(mixedSound(parts, start, count + 2 * LIMITER_MARGIN, what), 10 ** (gainDb / 20))
  const mix = louder('mix')
  return limited(mix, { from: start, limit: LIMIT, applied: stem === 'mix' ? mix : louder(stem) })
}

function amplified(planes: Float32Array<ArrayBuffer>[], gain: number): Float32Array<ArrayBuffer>[] {
  for (const plane of planes) for (let at = 0; at < plane.length; at++) plane[at] = (plane[at] ?? 0) * gain
  return planes
}

/** A higher gain would amplify mostly noise. */
const GREATEST_GAIN_DB = 30
/** Gains are whole steps: a line that changes leaves the gain of all others, and the loudness is right to half a step. */
export const GAIN_STEP_DB = 0.25

/** Gain that brings a mix to its loudness in LUFS. */
export function mixGainDb(lufs: number | undefined, targetLufs: number): number {
  if (lufs === undefined) return 0
  return Math.min(GREATEST_GAIN_DB, Math.round((targetLufs - lufs) / GAIN_STEP_DB) * GAIN_STEP_DB)
}
