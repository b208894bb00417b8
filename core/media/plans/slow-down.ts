import type { SlowSpan } from '../../domain/slow-span.ts'
import { slowedMs, slowedPieces } from '../../timing/slow-spans.ts'
import { ALIGNED_SOUND, type Args, type Files, seconds, type PictureSource, videoStream } from './parts.ts'

/** Part of the keys of slowed videos. */
export const slowDownVersion = '2'

export interface SlowDownOptions extends Files, PictureSource {
  readonly spans: readonly SlowSpan[]
  readonly durationMs: number
  readonly hasAudio: boolean
  /** Whether this ffmpeg has the better tempo filter. */
  readonly hasRubberband: boolean
  /** Path of the chapters' new times, by `chapterFile`; undefined without chapters. */
  readonly chapters: string | undefined
}

const RATE = 48_000
const RATE_MS = RATE / 1000
/** Crossfade at a seam in seconds: two tempos differ in phase. */
const SEAM_S = 0.006
/** A multiple of all usual frame rates. */
const TIMESCALE = 90_000

/**
 * The video with slow-downs: the same pictures with new times, sound with the same pitch. An intermediate MP4 with
 * lossless sound.
 */
export function planSlowDown(options: SlowDownOptions): Args {
  const { source, output, spans, hasAudio, chapters } = options
  const sound = hasAudio ? [soundGraph(options)] : []
  const picture = `[${videoStream(options)}]crop=trunc(iw/2)*2:trunc(ih/2)*2,setpts='(${clock(spans)})/TB'[v]`
  const graph = [picture, ...sound].join(';')
  return [
    ...['-i', source, ...(chapters === undefined ? [] : ['-i', chapters])],
    ...['-filter_complex', graph, '-map', '[v]', ...(hasAudio ? ['-map', '[a]', '-c:a', 'alac'] : [])],
    ...['-fps_mode', 'passthrough', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '17', '-pix_fmt', 'yuv420p'],
    ...['-enc_time_base', `1:${TIMESCALE}`, '-video_track_timescale', String(TIMESCALE)],
    ...['-map_metadata', '0', '-map_chapters', chapters === undefined ? '-1' : '1', output],
  ]
}

/** The new time of a picture at time `T`, in seconds. */
function clock(spans: readonly SlowSpan[]): string {
  const added = spans.map(
    ({ start, end, factor }) => `+${(factor - 1).toFixed(4)}*clip(T-${seconds(start)},0,${seconds(end - start)})`,
  )
  return `T${added.join('')}`
}

/** Each piece of sound at its tempo, exactly as long as its pictures. */
function soundGraph({ spans, durationMs, hasRubberband }: SlowDownOptions): string {
  const pieces = slowedPieces(spans, durationMs)
  const own = `[0:a:0]${ALIGNED_SOUND},aresample=${RATE},aformat=channel_layouts=stereo,apad`
  const split = `${own},asplit=${pieces.length}${pieces.map((_, at) => `[s${at}]`).join('')}`
  const each = pieces.map(({ start, end, factor }, at) => {
    const samples = (slowedMs(spans, end) - slowedMs(spans, start)) * RATE_MS
    const tempo = hasRubberband ? `rubberband=tempo=${(1 / factor).toFixed(6)}` : `atempo=${(1 / factor).toFixed(6)}`
    const filters = [
      `atrim=start_sample=${start * RATE_MS}:end_sample=${end * RATE_MS}`,
      'asetpts=N/SR/TB',
      ...(factor === 1 ? [] : [tempo, 'asetpts=N/SR/TB']),
      `apad=whole_len=${samples}`,
      `atrim=end_sample=${samples}`,
      ...(at > 0 ? [`afade=t=in:d=${SEAM_S}`] : []),
      ...(at < pieces.length - 1 ? [`afade=t=out:st=${(samples / RATE - SEAM_S).toFixed(6)}:d=${SEAM_S}`] : []),
    ]
    return `[s${at}]${filters.join(',')}[p${at}]`
  })
  return [split, ...each, `${pieces.map((_, at) => `[p${at}]`).join('')}concat=n=${pieces.length}:v=0:a=1[a]`].join(';')
}

/** A chapter of a video; times in milliseconds. */
export interface Chapter {
  readonly start: number
  readonly end: number
  readonly title: string
}

/** Chapters in ffmpeg's metadata format. */
export function chapterFile(chapters: readonly Chapter[]): string {
  const escaped = (text: string): string => text.replace(/[=;#\\\n]/g, (sign) => `\\${sign}`)
  const entries = chapters.map(({ start, end, title }) =>
    [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${start}`,
      `END=${end}`,
      ...(title ? [`title=${escaped(title)}`] : []),
    ].join('\n'),
  )
  return [';FFMETADATA1', ...entries, ''].join('\n')
}
