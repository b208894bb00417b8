import type { TimeRange } from '#core/timing/time-range.ts'

/** Finds speech in sound. */
export interface ActivityEngine {
  /** Part of a step's key. */
  readonly version: string
  /** Spans of speech in order, in milliseconds. Takes 16 kHz mono sound in pieces of any length. */
  speech(
    pieces: Iterable<Int16Array> | AsyncIterable<Int16Array>,
    options: { readonly signal: AbortSignal },
  ): Promise<TimeRange[]>
}
