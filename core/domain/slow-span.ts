/** A span of a video, in milliseconds of its own clock, that is played `factor` times as long; spans never overlap. */
export interface SlowSpan {
  readonly start: number
  readonly end: number
  readonly factor: number
}
