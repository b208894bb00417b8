import type { LanguageCode } from '#core/domain/languages.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

export interface AlignOptions {
  readonly language: LanguageCode
  readonly signal: AbortSignal
}

export interface PlaceOptions extends AlignOptions {
  /** Spans of speech in order, in milliseconds. */
  readonly speech: readonly TimeRange[]
  readonly onProgress: (share: number) => void
}

/** Finds the times of known words. */
export interface AlignEngine {
  /** Part of a step's key: another version may give other times. */
  readonly version: string
  /**
   * Times of the words in at most half a minute of 16 kHz mono sound, in milliseconds; undefined if the sound has other
   * words.
   */
  align(wavPath: string, words: readonly string[], options: AlignOptions): Promise<TimeRange[] | undefined>
  /**
   * Times of sentences in 16 kHz mono sound of any length, without recognition; some may be missing from the sound, and
   * other speech may be between. Absent if an engine can't.
   */
  readonly place?: (
    wavPath: string,
    texts: readonly string[],
    options: PlaceOptions,
  ) => Promise<(TimeRange | undefined)[]>
}
