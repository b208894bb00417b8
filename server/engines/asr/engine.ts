import type { LanguageCode } from '#core/domain/languages.ts'
import type { Word } from '#core/speech/words.ts'

export interface TranscribeOptions {
  readonly language: LanguageCode
  /** Length of the sound, for progress. */
  readonly durationMs: number
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** Turns 16 kHz mono sound into words with times. */
export interface SpeechEngine {
  /** Part of a step's key: another version may give other words. */
  readonly version: string
  transcribe(wavPath: string, options: TranscribeOptions): Promise<Word[]>
}
