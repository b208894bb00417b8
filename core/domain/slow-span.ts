/** A span of a video in milliseconds of its own clock, stretched by `factor`; spans never overlap. */
export interface SlowSpan {
  readonly start: number
  readonly end: number
  readonly factor: number
}
