/** A range in milliseconds from `start` up to `end`, exclusive, on a clock of the caller's choice. */
export interface TimeRange {
  readonly start: number
  readonly end: number
}
