import { type Args, even, type Files, seconds, type PictureSource, videoStream } from './parts.ts'

/** 3: of several videos the largest. */
export const coverVersion = '3'

const MAX_WIDTH = 640

export interface CoverOptions extends Files, PictureSource {
  readonly width: number
  readonly durationMs: number
}

/** Only keyframes without the damage flags of container or decoder. */
const wholePictures: Args = ['-skip_frame', 'nokey', '-flags:v', '-output_corrupt', '-fflags', '+discardcorrupt']
/** Searched part of a video: beyond it every picture may be black. */
const SEARCH_MS = 120_000
/** Share of the possible entropy; black, grey and plain pictures have next to none. */
const MIN_ENTROPY = 0.2
const showsSomething = `entropy,metadata=select:key=lavfi.entropy.normalized_entropy.normal.Y:value=${MIN_ENTROPY}:function=greater`

/**
 * One picture, at most 640 pixels wide: the first non-blank keyframe from a tenth of the video on, else from its start,
 * else any picture. Plans to try until one writes its output.
 */
export function coverPlans({ source, output, width, durationMs, ...video }: CoverOptions): readonly Args[] {
  const scale = `scale=${even(Math.min(MAX_WIDTH, width))}:-2`
  const picture = ['-map', videoStream(video), '-frames:v', '1']
  const take = (filters: string): Args => [...picture, '-vf', filters, '-q:v', '4', output]
  // Seeks to the keyframe before: a video with few has none after the place.
  const cleanFrom = (ms: number): Args => [
    ...[...wholePictures, '-noaccurate_seek', '-ss', seconds(ms), '-t', seconds(SEARCH_MS), '-i', source],
    ...take(`${scale},format=yuv420p,${showsSomething}`),
  ]
  return [cleanFrom(durationMs / 10), cleanFrom(0), ['-i', source, ...take(scale)]]
}
