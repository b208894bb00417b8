import { type AssumedColours, declareFilter } from '../colours.ts'
import { ALIGNED_SOUND, type Args, even, type Files, type PictureSource, videoStream } from './parts.ts'

/** 3: declares the colours that players assume of the file. */
export const proxyVersion = '3'

const MAX_SIDE = 640

export interface ProxyOptions extends Files, PictureSource {
  readonly width: number
  readonly height: number
  /** Of a video that declares no colour coding. */
  readonly assumedColours?: AssumedColours | undefined
}

/** The editor's playback copy: small, a keyframe every 12 frames for fast seeking, index in front. */
export function planProxy({ source, output, width, height, assumedColours, ...video }: ProxyOptions): Args {
  const scale = Math.min(1, MAX_SIDE / width, MAX_SIDE / height)
  const size = `scale=${even(width * scale)}:${even(height * scale)},setsar=1${assumedColours ? `,${declareFilter(assumedColours)}` : ''}`
  return [
    // Of a damaged video every displayable part is kept.
    ...[
      '-max_error_rate',
      '1',
      '-i',
      source,
      '-map',
      videoStream(video),
      '-map',
      '0:a:0?',
      '-vf',
      size,
      '-fps_mode',
      'passthrough',
    ],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-pix_fmt', 'yuv420p', '-g', '12', '-bf', '0'],
    ...soundOfCopy,
    output,
  ]
}

const soundOfCopy: Args = [
  ...['-af', ALIGNED_SOUND, '-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-movflags', '+faststart'],
]

/** The editor's playback copy of a sound. */
export function planSoundProxy({ source, output }: Files): Args {
  return ['-max_error_rate', '1', '-vn', '-i', source, '-map', '0:a:0', ...soundOfCopy, output]
}
