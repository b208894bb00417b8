/** A stretch of time in milliseconds, from `start` up to `end`. Which clock it runs on is for its user to say. */
export interface TimeRange {
  readonly start: number
  readonly end: number
}
