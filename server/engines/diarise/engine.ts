import type { TimeRange } from '#core/timing/time-range.ts'

export interface DiariseOptions {
  /** The number of speakers, if known. */
  readonly speakers?: number | undefined
  readonly signal: AbortSignal
}

/** A span of one speaker; speakers are numbered from 0 by their first words. */
export interface SpeakerTurn extends TimeRange {
  readonly speaker: number
}

export interface FoundSpeakers {
  readonly turns: readonly SpeakerTurn[]
  /** Confidence from 0 to 1, if the engine gives one. */
  readonly sure?: number
  /** A number of speakers that is nearly as likely, if there is one. */
  readonly maybe?: number
}

/** Distinguishes the speakers of a recording. */
export interface DiariseEngine {
  /** Part of a step's key. */
  readonly version: string
  /** Turns in order, in milliseconds, of a 16 kHz mono WAV file written by this server. */
  turns(wavPath: string, options: DiariseOptions): Promise<FoundSpeakers>
}
