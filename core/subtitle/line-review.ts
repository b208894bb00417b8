import type { LineFlag } from '../domain/task.ts'
import type { Cue } from './cue.ts'

/** That the user looked at a flagged line and left it as it was. Times in milliseconds. */
export interface LineReview {
  readonly cue_id: string
  readonly verdict: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Whether a flag was looked at: the line is as it was then, and the flag says the same. */
export function isReviewed(review: LineReview | undefined, { verdict }: Pick<LineFlag, 'verdict'>, cue: Cue): boolean {
  return (
    review !== undefined &&
    review.verdict === verdict &&
    review.start === cue.start &&
    review.end === cue.end &&
    review.text === cue.text
  )
}
