import type { VideoFacts } from '#core/media/facts.ts'
import { DEVICE_PATH, SECOND_PATH, SOURCE_PATH } from './protocol.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** Arguments of ffmpeg in the browser. Times are in milliseconds of the file's own clock, from its first timestamp. */
type Args = readonly string[]

const quiet = ['-hide_banner', '-v', 'error', '-nostdin']
/** The source is known already: no looking ahead. */
const known = ['-probesize', '32', '-analyzeduration', '0']

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

const cutOf = ({ start: fromMs, end: toMs }: TimeRange): string[] => [
  ...(fromMs > 0 ? ['-ss', seconds(fromMs)] : []),
  ...['-t', seconds(toMs - fromMs)],
]

export const probeArgs: Args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json']

/** Presentation times of the first pictures, which tell a variable rate. */
export const frameTimesArgs: Args = [
  ...['-v', 'error', '-select_streams', 'v:0', '-read_intervals', '%+#600'],
  ...['-show_entries', 'packet=pts_time', '-of', 'csv=p=0'],
]

export interface SoundSource {
  readonly hasIndex: boolean
  /** The container tells all of the codec's parameters: nothing has to be decoded to find them. */
  readonly isDescribed: boolean
}

/**
 * Mono sound at its own rate: resampling is slower and flattens peaks. Time stamps are kept, gaps become silence.
 */
export function soundArgs(stretch: TimeRange, { hasIndex, isDescribed }: SoundSource): Args {
  const cut = cutOf(stretch)
  const looks = isDescribed ? known : []
  return [
    // Without an index ffmpeg guesses places: there it decodes from the start and drops what is not wanted.
    ...[...quiet, ...looks, '-vn', '-sn', '-dn', ...(hasIndex ? cut : []), '-i', SOURCE_PATH, ...(hasIndex ? [] : cut)],
    ...['-map', '0:a:0', '-af', 'aresample=async=1:first_pts=0:ochl=mono:osf=s16'],
    ...['-c:a', 'pcm_s16le', '-f', 's16le', DEVICE_PATH],
  ]
}

/** Scales a picture as it is stored to the size that it is shown with, and turns it. */
function shownAs({ rotation }: VideoFacts, width: number, height: number, flags: string): string {
  const turned = rotation % 180 === 90
  const scale = `scale=${turned ? height : width}:${turned ? width : height}:flags=${flags}`
  const turns: Record<number, string> = { 90: ',transpose=1', 180: ',hflip,vflip', 270: ',transpose=2' }
  return scale + (turns[rotation] ?? '')
}

/** As `shownAs`, for pictures in red, green and blue: with the colours that a player gives them. */
function shownInColor(video: VideoFacts, width: number, height: number): string {
  return shownAs(video, width, height, `fast_bilinear${video.hasColorSpace ? '' : ':in_color_matrix=bt709'}`)
}

const rawPictures = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-flush_packets', '1', DEVICE_PATH]
/** Only key frames, and those without the smoothing that nobody sees at this size. */
const keyFrames = ['-noautorotate', '-skip_frame', 'nokey', '-skip_loop_filter', 'all']

export const KEY_FRAMES_PATH = '/keys.mkv'

/** Decodes a small film of key frames, one a second; `showinfo` tells which of them each picture is. */
export function keyFramesArgs(video: VideoFacts, width: number, height: number): Args {
  return [
    ...['-hide_banner', '-v', 'info', '-nostats', '-nostdin', ...keyFrames, ...known, '-i', KEY_FRAMES_PATH],
    ...['-an', '-vsync', '0', '-vf', `${shownInColor(video, width, height)},showinfo=checksum=0`, ...rawPictures],
  ]
}

/** Which second of the small film a line of `showinfo` tells of. */
export function keyFrameOf(line: string): number | undefined {
  const time = /showinfo.*? pts_time:(\d+(?:\.\d+)?)/.exec(line)?.[1]
  return time === undefined ? undefined : Math.round(Number(time))
}

/** Not every decoder keeps to key frames when it is asked to. */
const onlyKeys = String.raw`select=eq(pict_type\,I)`

export const LIST_PATH = '/list.txt'

/** One entry for each picture: the demuxer seeks to the key frame before it and reads no further. */
export function concatList(times: readonly number[]): string {
  const entries = times.map((ms) => `file ${SOURCE_PATH}\ninpoint ${seconds(ms)}\noutpoint ${seconds(ms + 20)}`)
  return ['ffconcat version 1.0', ...entries, ''].join('\n')
}

export function concatArgs(video: VideoFacts, count: number, width: number, height: number): Args {
  return [
    ...['-v', 'fatal', '-nostdin', ...keyFrames, '-f', 'concat', '-safe', '0', '-i', LIST_PATH],
    ...[
      '-an',
      '-sn',
      '-vsync',
      '0',
      '-frames:v',
      String(count),
      '-vf',
      `${onlyKeys},${shownInColor(video, width, height)}`,
      ...rawPictures,
    ],
  ]
}

/** Width of the pictures that shots are told apart by. */
export const SHOT_WIDTH = 320

/** Scores of all pictures of a stretch; what ffmpeg prints begins at the stretch's start. */
export function scoresArgs(stretch: TimeRange): Args {
  return [
    ...[
      ...quiet,
      '-an',
      '-sn',
      '-dn',
      '-skip_loop_filter',
      'all',
      ...cutOf(stretch),
      '-i',
      SOURCE_PATH,
      '-map',
      '0:v:0',
    ],
    ...['-vf', `scale=${SHOT_WIDTH}:-2:flags=fast_bilinear,scdet=threshold=100,metadata=print:file=${DEVICE_PATH}`],
    ...['-f', 'null', '-'],
  ]
}

/** Grey rows of frequency over time, the highest frequency on top. */
export function spectrogramArgs(stretch: TimeRange, width: number, height: number): Args {
  const picture = `showspectrumpic=s=${width}x${height}:legend=0:mode=combined:color=intensity:scale=log:stop=8000`
  return [
    ...[...quiet, '-vn', '-sn', '-dn', ...cutOf(stretch), '-i', SOURCE_PATH],
    ...['-filter_complex', `[0:a:0]aresample=16000,pan=mono|c0=c0,${picture},format=gray[p]`, '-map', '[p]'],
    ...['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', DEVICE_PATH],
  ]
}

/** An embedded text track as a subtitle file, at the file's own times or from its first timestamp on: SubStation keeps its styles, everything else becomes SubRip. */
export function subtitleArgs(index: number, codec: string, keepsTimes: boolean): Args {
  const output = codec === 'ass' || codec === 'ssa' ? ['-c:s', 'copy', '-f', 'ass'] : ['-c:s', 'srt', '-f', 'srt']
  const times = keepsTimes ? ['-copyts'] : []
  return [...quiet, ...times, '-vn', '-an', '-dn', '-i', SOURCE_PATH, '-map', `0:${index}`, ...output, DEVICE_PATH]
}

const mp4 = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof', '-f', 'mp4']

export const soundFormats = {
  mp3: { type: 'audio/mpeg', args: ['-c:a', 'libmp3lame', '-b:a', '160k', '-write_xing', '0', '-f', 'mp3'] },
  m4a: { type: 'audio/mp4', args: ['-c:a', 'aac', '-b:a', '160k', ...mp4] },
  wav: { type: 'audio/wav', args: ['-c:a', 'pcm_s16le', '-f', 'wav'] },
} as const

export type SoundFormat = keyof typeof soundFormats

/** The film's sound as it is, in a format of its own. */
export function extractSoundArgs(stretch: TimeRange, format: SoundFormat): Args {
  return [
    ...[...quiet, '-vn', '-sn', '-dn', ...cutOf(stretch), '-i', SOURCE_PATH, '-map', '0:a:0', '-map_metadata', '-1'],
    ...['-af', 'aresample=async=1:first_pts=0', ...soundFormats[format].args, DEVICE_PATH],
  ]
}

export const CLIP_ASS_PATH = '/clip.ass'
export const FONTS_FOLDER = '/fonts'

/** A short clip with subtitles burned in; the subtitles' times begin with the clip. */
export function clipArgs(stretch: TimeRange, video: VideoFacts, height: number, hasAudio: boolean): Args {
  const tall = even(Math.min(height, video.height))
  const wide = even((video.width * tall) / video.height)
  const picture = `${shownAs(video, wide, tall, 'bilinear')},setsar=1,format=yuv420p`
  return [
    ...[
      '-hide_banner',
      '-v',
      'info',
      '-nostats',
      '-nostdin',
      '-noautorotate',
      '-skip_loop_filter',
      'nokey',
      ...cutOf(stretch),
    ],
    ...['-i', SOURCE_PATH, '-map', '0:v:0', ...(hasAudio ? ['-map', '0:a:0'] : [])],
    ...['-vf', `${picture},ass=${CLIP_ASS_PATH}:fontsdir=${FONTS_FOLDER}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '26', '-g', '50', '-c:a', 'aac', '-b:a', '96k', '-ac', '2'],
    ...['-map_metadata', '-1', ...mp4, DEVICE_PATH],
  ]
}

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2)

/** How the original steps back while the dub speaks: attack and release in ms, threshold as a share of full scale. */
const DUCKING = 'sidechaincompress=threshold=0.02:ratio=8:attack=5:release=300'

/** A dub over the original, which is ducked under it; without an original the dub alone. */
export function mixArgs(stretch: TimeRange, hasOriginal: boolean): Args {
  const dub = `[1:a:0]aresample=48000,aformat=channel_layouts=stereo`
  const graph = hasOriginal
    ? `[0:a:0]aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo[o];${dub},apad,asplit[d][k];` +
      `[o][k]${DUCKING}[b];[b][d]amix=inputs=2:duration=first:normalize=0,alimiter=limit=0.89[m]`
    : `${dub}[m]`
  return [
    ...[...quiet, '-vn', ...cutOf(stretch), '-i', SOURCE_PATH, '-vn', ...cutOf(stretch), '-i', SECOND_PATH],
    ...['-filter_complex', graph, '-map', '[m]', ...soundFormats.m4a.args, DEVICE_PATH],
  ]
}
