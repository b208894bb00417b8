import type { TimeRange } from '../../timing/time-range.ts'
import { type Args, cutArgs, type Files, type PictureSource, videoStream } from './parts.ts'

/** 2: the server scales as browsers do. */
export const shotChangesVersion = '2'

/** Width of the compared pictures. */
export const SHOT_WIDTH = 320

export interface ShotChangesOptions extends Files, PictureSource {
  readonly range?: TimeRange
}

/**
 * Writes each picture's difference from the one before (`lavfi.scd.score`) to `output`, for `readScores`; times begin
 * with the range.
 */
export function planShotChanges({ source, output, range, ...video }: ShotChangesOptions): Args {
  const scores = `scale=${SHOT_WIDTH}:-2:flags=fast_bilinear,scdet=threshold=100,metadata=print:file=${output}`
  return [
    ...['-an', '-sn', '-dn', '-skip_loop_filter', 'all', ...(range ? cutArgs(range) : []), '-i', source],
    ...['-map', videoStream(video), '-vf', scores, '-f', 'null', '-'],
  ]
}
