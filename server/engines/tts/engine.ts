import type { LanguageCode } from '#core/domain/languages.ts'
import type { Voice } from '#core/domain/voices.ts'

export interface SpeakRequest {
  readonly text: string
  /** One of the engine's voices. */
  readonly voice: Voice
  readonly language: LanguageCode
  /** 1 is the normal rate; an engine clamps it to its limits. */
  readonly rate: number
  /** Semitones above the voice's usual pitch; ignored by an engine without pitch. */
  readonly pitch?: number
  /** Added pause after each word in milliseconds; ignored by an engine without pauses. */
  readonly gap?: number
  readonly signal: AbortSignal
}

/** Mono sound. */
export interface SpokenSound {
  readonly samples: Int16Array
  /** Samples a second. */
  readonly rate: number
}

/** Speaks texts with preset voices. */
export interface VoiceEngine {
  /** Part of a step's key: another version may sound different. */
  readonly version: string
  readonly voices: readonly Voice[]
  speak(request: SpeakRequest): Promise<SpokenSound>
}
