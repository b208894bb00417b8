import { type Args, even, type Files, seconds, type PictureSource, videoStream } from './parts.ts'

/** 3: of several videos the largest. */
export const coverVersion = '3'

const MAX_WIDTH = 640

export interface CoverOptions extends Files, PictureSource {
  readonly width: number
  readonly durationMs: number
}

/** Only pictures that need no other, without those that the container or the decoder marks as damaged. */
const wholePictures: Args = ['-skip_frame', 'nokey', '-flags:v', '-output_corrupt', '-fflags', '+discardcorrupt']
/** How much of a video is searched: past that every picture may be black. */
const SEARCH_MS = 120_000
/** Share of the entropy that a picture can have; black, grey and one colour have next to none. */
const MIN_ENTROPY = 0.2
const showsSomething = `entropy,metadata=select:key=lavfi.entropy.normalized_entropy.normal.Y:value=${MIN_ENTROPY}:function=greater`

/**
 * One picture, at most 640 pixels wide: the first whole key picture that shows something from a tenth of the video on, else
 * from its start, else the first picture there is. Plans to try in order until one writes its output.
 */
export function coverPlans({ source, output, width, durationMs, ...video }: CoverOptions): readonly Args[] {
  const scale = `scale=${even(Math.min(MAX_WIDTH, width))}:-2`
  const picture = ['-map', videoStream(video), '-frames:v', '1']
  const take = (filters: string): Args => [...picture, '-vf', filters, '-q:v', '4', output]
  // The key picture before the place will do: without it a video with few of them has none after it.
  const cleanFrom = (ms: number): Args => [
    ...[...wholePictures, '-noaccurate_seek', '-ss', seconds(ms), '-t', seconds(SEARCH_MS), '-i', source],
    ...take(`${scale},format=yuv420p,${showsSomething}`),
  ]
  return [cleanFrom(durationMs / 10), cleanFrom(0), ['-i', source, ...take(scale)]]
}
