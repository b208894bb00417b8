import type { LanguageCode } from '#core/domain/languages.ts'
import type { SpokenSound } from '../tts/engine.ts'

export interface CloneRequest {
  readonly text: string
  readonly language: LanguageCode
  /** 1 is the normal rate. */
  readonly rate: number
  /** A few seconds of the voice to clone: path of a mono WAV file, and its words. */
  readonly reference: { readonly wavPath: string; readonly text: string }
  readonly signal: AbortSignal
}

/** Speaks texts in a cloned voice. */
export interface CloneEngine {
  /** Part of a step's key. */
  readonly version: string
  speak(request: CloneRequest): Promise<SpokenSound>
}
