import type { LineFlag } from '../../domain/task.ts'
import type { Cue } from './cue.ts'

/** A reviewed flagged cue that was left unchanged. Times in milliseconds. */
export interface LineReview {
  readonly cue_id: string
  readonly verdict: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Whether a flag was reviewed: cue and flag are unchanged since. */
export function isReviewed(review: LineReview | undefined, { verdict }: Pick<LineFlag, 'verdict'>, cue: Cue): boolean {
  return (
    review !== undefined &&
    review.verdict === verdict &&
    review.start === cue.start &&
    review.end === cue.end &&
    review.text === cue.text
  )
}
