/** A recognised word and when it is spoken, in milliseconds. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  /** 0 to 1, where the engine says. */
  readonly confidence?: number
  /** The engine's name for who says it, where it tells speakers apart. */
  readonly speaker?: string
  /** The confidence in the speaker, from 0 to 1; left out if it is full. */
  readonly speakerSure?: number
}
