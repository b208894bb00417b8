import type { TimeRange } from '../../timing/time-range.ts'
import type { VideoFacts } from '../facts.ts'
import { type Args, cutArgs, even, type Files, uprightScale } from './parts.ts'
import { mp4Pieces } from './sound.ts'
import { holdsInMp4, type StreamCodec } from './soft-track.ts'

export const burnVersion = '4'

/** H.264 in 4:2:0 has even sides: of an odd one the last row or column of pixels is left out. */
const evenSides = 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0:exact=1'

export interface BurnOptions extends Files {
  /** Path of the SubStation file; no characters that a filter graph gives a meaning to. */
  readonly ass: string
  /** Path of a folder with the fonts that come with the application, under the same condition. */
  readonly fontsFolder: string
  readonly streams: readonly StreamCodec[]
}

/** The whole video as MP4 with subtitles in its pictures; sound is kept as it is where MP4 holds it. */
export function planBurn({ source, output, ass, fontsFolder, streams }: BurnOptions): Args {
  const sounds = streams.filter(({ kind }) => kind === 'audio')
  const sound = sounds.every(holdsInMp4) ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '192k']
  return [
    ...[
      '-i',
      source,
      '-map',
      '0:v:0',
      '-map',
      '0:a?',
      '-vf',
      `ass=filename=${ass}:fontsdir=${fontsFolder},${evenSides}`,
    ],
    ...['-fps_mode', 'passthrough', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '19', '-pix_fmt', 'yuv420p'],
    ...[...sound, '-map_metadata', '0', '-movflags', '+faststart', output],
  ]
}

export interface ClipOptions extends Files {
  readonly range: TimeRange
  readonly video: VideoFacts
  readonly hasAudio: boolean
  /** Greatest height. */
  readonly height: number
  /** SubStation file whose times begin with the clip. */
  readonly ass: string
  readonly fontsFolder: string
}

/** A short clip with subtitles in its pictures, encoded fast, in pieces that can be handed out as they come. */
export function planClip({ source, output, range, video, hasAudio, height, ass, fontsFolder }: ClipOptions): Args {
  const tall = even(Math.min(height, video.height))
  const wide = even((video.width * tall) / video.height)
  const picture = `${uprightScale(video, wide, tall, 'bilinear')},setsar=1,format=yuv420p`
  return [
    ...['-noautorotate', '-skip_loop_filter', 'nokey', ...cutArgs(range)],
    ...['-i', source, '-map', '0:v:0', ...(hasAudio ? ['-map', '0:a:0'] : [])],
    ...['-vf', `${picture},ass=filename=${ass}:fontsdir=${fontsFolder}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '26', '-g', '50', '-c:a', 'aac', '-b:a', '96k', '-ac', '2'],
    ...['-map_metadata', '-1', ...mp4Pieces, output],
  ]
}
