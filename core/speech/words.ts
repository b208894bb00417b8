/** A recognised word with its place in the sound, in milliseconds. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  /** 0 to 1, where the engine tells. */
  readonly confidence?: number
}
