import type { VideoFacts } from '../facts.ts'
import { STRIP_COLUMNS } from '../thumbnails.ts'
import { type Args, type Files, knownSource, seconds, uprightScale, videoStream } from './parts.ts'

/** 2: key frames only, scaled as browsers do. */
export const stripVersion = '2'

/** Only key frames, and those without smoothing, which is not visible at this size. */
const keyFrames: Args = ['-skip_frame', 'nokey', '-skip_loop_filter', 'all']
/** Not every decoder keeps to key frames when it is asked to. */
const onlyKeys = String.raw`select=eq(pict_type\,I)`
const everyPicture: Args = ['-an', '-sn', '-fps_mode', 'passthrough']
const rawPictures: Args = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-flush_packets', '1']

/** A list for ffmpeg's concat demuxer: for each time it seeks to the key frame before it and reads no further. */
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

/** One picture of all thumbnails, in rows of `STRIP_COLUMNS`. */
export function planStrip({ list, output, width, height, rows }: StripOptions): Args {
  // The copy that editors play has one video.
  const tiles = `${onlyKeys},scale=${width}:${height}:flags=fast_bilinear,setsar=1,tile=${STRIP_COLUMNS}x${rows}`
  return [...listed(list), ...everyPicture, '-map', '0:v', '-vf', tiles, '-frames:v', '1', '-q:v', '4', output]
}

export interface PicturesOptions extends Files {
  readonly video: VideoFacts
  readonly width: number
  readonly height: number
}

/** Raw RGBA pictures, one for each entry of the `keyFrameList` at `source`, upright and with a player's colours. */
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

/** One raw RGBA picture: the first frame that begins at `atMs` or later, counted from the file's first timestamp. */
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

/** Raw RGBA pictures of a small video of key frames, one a second; `keyFrameOf` reads which of them each picture is. */
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

/** Which second of the small video a line of `showinfo` describes. */
export function keyFrameOf(line: string): number | undefined {
  const time = /showinfo.*? pts_time:(\d+(?:\.\d+)?)/.exec(line)?.[1]
  return time === undefined ? undefined : Math.round(Number(time))
}

function upright({ video, width, height }: Omit<PicturesOptions, keyof Files>): string {
  // Where a file does not say how its colours are coded, players take BT.709.
  return uprightScale(video, width, height, `fast_bilinear${video.hasColorSpace ? '' : ':in_color_matrix=bt709'}`)
}
