import type { LanguageCode } from '#core/domain/languages.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

export interface AlignOptions {
  readonly language: LanguageCode
  readonly signal: AbortSignal
}

export interface PlaceOptions extends AlignOptions {
  /** Where there is speech, in order, in milliseconds. */
  readonly speech: readonly TimeRange[]
  readonly onProgress: (share: number) => void
}

/** Finds when known words are said. */
export interface AlignEngine {
  /** Part of a step's key: another version may give other times. */
  readonly version: string
  /**
   * When each of the words is said in 16 kHz mono sound of at most half a minute, in milliseconds; undefined where the words
   * are not those of the sound.
   */
  align(wavPath: string, words: readonly string[], options: AlignOptions): Promise<TimeRange[] | undefined>
  /**
   * Where sentences are said in 16 kHz mono sound of any length, without recognition: in order, some of them perhaps not, and
   * others between. Left out by an engine that can't.
   */
  readonly place?: (
    wavPath: string,
    texts: readonly string[],
    options: PlaceOptions,
  ) => Promise<(TimeRange | undefined)[]>
}
