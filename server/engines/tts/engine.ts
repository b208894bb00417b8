import type { LanguageCode } from '#core/domain/languages.ts'
import type { Voice } from '#core/domain/voices.ts'

export interface SpeakRequest {
  readonly text: string
  /** One of the engine's own. */
  readonly voice: Voice
  readonly language: LanguageCode
  /** 1 is usual; an engine keeps to its own bounds. */
  readonly rate: number
  readonly signal: AbortSignal
}

/** Sound with one channel. */
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
