import type { TimeRange } from '#core/timing/time-range.ts'

/** Finds when known words are said. */
export interface AlignEngine {
  /** Part of a step's key: another version may give other times. */
  readonly version: string
  /**
   * When each of the words is said in 16 kHz mono sound of at most half a minute, in milliseconds; undefined where the words
   * are not those of the sound.
   */
  align(
    wavPath: string,
    words: readonly string[],
    options: { readonly signal: AbortSignal },
  ): Promise<TimeRange[] | undefined>
}
