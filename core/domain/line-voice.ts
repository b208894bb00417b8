/** How one line is spoken, where it differs from the other lines of its dub. */
export interface LineVoice {
  /** A preset voice's id; empty for the dub's. */
  readonly voice: string
  /** 1 is the voice's usual speed. */
  readonly speed: number
  /** In semitones above the voice's usual pitch. */
  readonly pitch: number
  /** Pause after each word beyond the usual one, in milliseconds. */
  readonly gap: number
}

export const usualLineVoice: LineVoice = { voice: '', speed: 1, pitch: 0, gap: 0 }

export const lineVoiceLimits = {
  speed: { min: 0.5, max: 2 },
  pitch: { min: -12, max: 12 },
  gap: { min: 0, max: 500 },
} as const

/** Whether a line is spoken like all others. */
export const isUsualVoice = ({ voice, speed, pitch, gap }: LineVoice): boolean =>
  voice === '' && speed === 1 && pitch === 0 && gap === 0

/** Most takes of one line: a further one replaces the oldest without a star. */
export const MOST_TAKES = 50
