import type { LanguageCode } from '#core/domain/languages.ts'
import type { SpokenSound } from '../tts/engine.ts'

export interface CloneRequest {
  readonly text: string
  readonly language: LanguageCode
  /** 1 is usual. */
  readonly rate: number
  /** A few seconds of the voice to speak like: path of a WAV file with one channel, and what is said in it. */
  readonly reference: { readonly wavPath: string; readonly text: string }
  readonly signal: AbortSignal
}

/** Speaks texts like a recorded voice. */
export interface CloneEngine {
  /** Part of a step's key. */
  readonly version: string
  speak(request: CloneRequest): Promise<SpokenSound>
}
