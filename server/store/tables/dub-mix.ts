import type { LanguageCode } from '#core/domain/languages.ts'
import type { DuckedRange } from '#core/media/ducking.ts'
import type { MediaInfo } from '#core/media/media-info.ts'
import type { Json } from './json.ts'

/** A line of a finished dub, as its mix has it; times in milliseconds. */
export interface MixedTake {
  readonly cue_id: string
  /** Place in its version, from 1. */
  readonly number: number
  /** Name of its speaker; empty if unknown. */
  readonly speaker: string
  /** What is said. */
  readonly text: string
  readonly voice: string
  readonly verdict: string
  /** Key of its sound. */
  readonly blob: string
  readonly ms: number
  readonly start: number
  readonly end: number
  /** Level in decibels. */
  readonly db: number
}

/** What a mix is made of besides the sound under it. */
export interface DubSounds {
  /** By start. */
  readonly takes: readonly Pick<MixedTake, 'blob' | 'ms' | 'start' | 'db'>[]
  readonly ducked: readonly DuckedRange[]
  readonly voiceGainDb: number
  readonly underDb: number
  readonly targetLufs: number
  readonly durationMs: number
}

/** The sound under a dub's voices. */
export type Under = { readonly kind: 'original' | 'none' } | { readonly kind: 'background'; readonly blob: string }

/** A finished dub before it was mixed. */
export interface DubMix extends DubSounds {
  readonly takes: readonly MixedTake[]
  readonly under: Under
  readonly language: LanguageCode
  /** The video that it lies over, slowed down where the dub is. */
  readonly video: {
    readonly blob_key: string
    readonly content_hash: string
    readonly duration_ms: number
    readonly info: MediaInfo
  }
}

/** Mixes of dubs, for outputs in other forms. */
export interface DubMixTable {
  task_id: string
  mix: Json<DubMix>
}
