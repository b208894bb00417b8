import type { TimeRange } from '#core/timing/time-range.ts'

export interface DiariseOptions {
  /** How many speakers there are, where that is known. */
  readonly speakers?: number | undefined
  readonly signal: AbortSignal
}

/** A stretch in which one person speaks; speakers count from 0 in the order of their first words. */
export interface SpeakerTurn extends TimeRange {
  readonly speaker: number
}

export interface FoundSpeakers {
  readonly turns: readonly SpeakerTurn[]
  /** From 0 to 1, where the engine says how sure it is. */
  readonly sure?: number
}

/** Tells the speakers of a recording apart. */
export interface DiariseEngine {
  /** Part of a step's key. */
  readonly version: string
  /** Turns in order, in milliseconds, of a 16 kHz WAV file with one channel that this server wrote. */
  turns(wavPath: string, options: DiariseOptions): Promise<FoundSpeakers>
}
