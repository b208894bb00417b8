import type { VideoFacts } from '../facts.ts'
import { STRIP_COLUMNS } from '../thumbnails.ts'
import { type Args, type Files, knownSource, seconds, uprightScale, videoStream } from './parts.ts'

/** 2: key frames only, scaled as browsers do. */
export const stripVersion = '2'

/** Only keyframes, without the deblocking that is invisible at this size. */
const keyFrames: Args = ['-skip_frame', 'nokey', '-skip_loop_filter', 'all']
/** Some decoders ignore the keyframe option. */
const onlyKeys = String.raw`select=eq(pict_type\,I)`
const everyPicture: Args = ['-an', '-sn', '-fps_mode', 'passthrough']
const rawPictures: Args = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-flush_packets', '1']

/** A concat list for ffmpeg: each entry seeks to the keyframe before a time and reads no further. */
export function keyFrameList(source: string, times: readonly number[]): string {
  const file = source.replaceAll("'", String.raw`'\''`)
  const entries = times.map((ms) => `file '${file}'\ninpoint ${seconds(ms)}\noutpoint ${seconds(ms + 20)}`)
  return ['ffconcat version 1.0', ...entries, ''].join('\n')
}

const listed = (list: string): Args => [...keyFrames, '-f', 'concat', '-safe', '0', '-i', list]

export interface StripOptions {
  /** Path of a `keyFrameList`. */
  readonly list: string
  readonly output: string
  /** Size of one picture. */
  readonly width: number
  readonly height: number
  readonly rows: number
}

/** All thumbnails in one picture, in rows of `STRIP_COLUMNS`. */
export function planStrip({ list, output, width, height, rows }: StripOptions): Args {
  // The playback copy has one video.
  const tiles = `${onlyKeys},scale=${width}:${height}:flags=fast_bilinear,setsar=1,tile=${STRIP_COLUMNS}x${rows}`
  return [...listed(list), ...everyPicture, '-map', '0:v', '-vf', tiles, '-frames:v', '1', '-q:v', '4', output]
}

export interface PicturesOptions extends Files {
  readonly video: VideoFacts
  readonly width: number
  readonly height: number
}

/** Raw RGBA pictures, one per entry of the `keyFrameList` at `source`, upright and in players' colours. */
export function planListedPictures({ source, output, count, ...look }: PicturesOptions & { count: number }): Args {
  const filters = `${onlyKeys},${upright(look)}`
  return [
    '-noautorotate',
    ...listed(source),
    ...everyPicture,
    '-map',
    videoStream({ videoIndex: look.video.index }),
    '-frames:v',
    `${count}`,
    '-vf',
    filters,
    ...rawPictures,
    output,
  ]
}

/** One raw RGBA picture: the first frame from `atMs` on, counted from the file's first timestamp. */
export function planFrame({ source, output, atMs, ...look }: PicturesOptions & { atMs: number }): Args {
  return [
    ...['-noautorotate', '-an', '-sn', '-dn', '-ss', seconds(atMs), '-i', source, ...everyPicture],
    ...[
      '-map',
      videoStream({ videoIndex: look.video.index }),
      '-frames:v',
      '1',
      '-vf',
      upright(look),
      ...rawPictures,
      output,
    ],
  ]
}

/** Raw RGBA pictures of a keyframe video, one a second; `keyFrameOf` identifies each. */
export function planKeyFrames({ source, output, ...look }: PicturesOptions): Args {
  const filters = `${upright(look)},showinfo=checksum=0`
  return [
    '-noautorotate',
    ...keyFrames,
    ...knownSource,
    '-i',
    source,
    ...everyPicture,
    '-vf',
    filters,
    ...rawPictures,
    output,
  ]
}

/** The second of the keyframe video in a `showinfo` line. */
export function keyFrameOf(line: string): number | undefined {
  const time = /showinfo.*? pts_time:(\d+(?:\.\d+)?)/.exec(line)?.[1]
  return time === undefined ? undefined : Math.round(Number(time))
}

function upright({ video, width, height }: Omit<PicturesOptions, keyof Files>): string {
  // The browser's decoders read frames without declared colours as BT.709: pictures are alike whichever way they come.
  const matrix = video.assumedColours ? ':in_color_matrix=bt709' : ''
  return uprightScale(video, width, height, `fast_bilinear${matrix}`)
}
