/** A recognised word and its times in milliseconds. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  /** 0 to 1, if the engine gives it. */
  readonly confidence?: number
  /** The engine's name for the speaker, if it distinguishes speakers. */
  readonly speaker?: string
  /** The confidence in the speaker, from 0 to 1; left out if it is full. */
  readonly speakerSure?: number
}
