import { type Args, even, type Files, seconds } from './parts.ts'

export const coverVersion = '1'

const MAX_WIDTH = 640

export interface CoverOptions extends Files {
  readonly width: number
  readonly durationMs: number
}

/** One picture, a tenth into the video, at most 640 pixels wide. */
export function planCover({ source, output, width, durationMs }: CoverOptions): Args {
  return [
    ...['-ss', seconds(durationMs / 10), '-i', source, '-map', '0:v:0', '-frames:v', '1'],
    ...['-vf', `scale=${even(Math.min(MAX_WIDTH, width))}:-2`, '-q:v', '4', output],
  ]
}
