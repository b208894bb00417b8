import { STRIP_COLUMNS } from '#core/media/thumbnails.ts'
import type { MediaInfo } from '../engines/probe.ts'

/** ffmpeg arguments, without the program's name; the last one is the output. Paths are never read as options. */
export type Args = readonly string[]

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2)

/** 16 kHz mono for speech recognisers, aligned to the programme's start. */
export function planSpeechAudio(source: string, output: string): Args {
  return [
    '-i',
    source,
    '-map',
    '0:a:0',
    '-af',
    'aresample=async=1:first_pts=0',
    '-ac',
    '1',
    '-ar',
    '16000',
    '-c:a',
    'pcm_s16le',
    output,
  ]
}

export function planCutAudio(source: string, startMs: number, endMs: number, output: string): Args {
  return ['-ss', seconds(startMs), '-t', seconds(endMs - startMs), '-i', source, '-c:a', 'pcm_s16le', output]
}

/** One frame from the first tenth of the film, 640 wide at most. */
export function planCover(source: string, info: MediaInfo, output: string): Args {
  const width = even(Math.min(640, info.width))
  return [
    '-ss',
    seconds(info.durationMs / 10),
    '-i',
    source,
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-vf',
    `scale=${width}:-2`,
    '-q:v',
    '4',
    output,
  ]
}

/** The copy that the editor plays: small, a key frame every 12 frames so that seeking is quick, index in front. */
export function planProxy(source: string, info: MediaInfo, output: string): Args {
  const scale = Math.min(1, 640 / info.width, 640 / info.height)
  const size = `scale=${even(info.width * scale)}:${even(info.height * scale)},setsar=1`
  return [
    ...['-i', source, '-map', '0:v:0', '-map', '0:a:0?', '-vf', size, '-fps_mode', 'passthrough'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-pix_fmt', 'yuv420p', '-g', '12', '-bf', '0'],
    ...[
      '-af',
      'aresample=async=1:first_pts=0',
      '-c:a',
      'aac',
      '-b:a',
      '96k',
      '-ac',
      '2',
      '-movflags',
      '+faststart',
      output,
    ],
  ]
}

/** Whether the source's own streams can go into HLS segments as they are: AVI and others keep no presentation times. */
export function canCopyToHls(info: MediaInfo): boolean {
  const video = info.streams.find((stream) => stream.kind === 'video')
  const audio = info.streams.find((stream) => stream.kind === 'audio')
  const isTimed = /mp4|matroska|mpegts/.test(info.format)
  return isTimed && video?.codec === 'h264' && (!audio || audio.codec === 'aac')
}

export function planHls(source: string, output: string): Args {
  return [
    ...['-i', source, '-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', '-f', 'hls', '-hls_time', '6'],
    ...['-hls_playlist_type', 'vod', '-hls_segment_filename', output.replace(/index\.m3u8$/, 'part%04d.ts'), output],
  ]
}

/** Mono sound at its own rate as raw samples on standard output, aligned to the programme's start. */
export function planSamples(source: string): Args {
  return [
    ...['-i', source, '-vn', '-map', '0:a:0', '-af', 'aresample=async=1:first_pts=0:ochl=mono:osf=s16'],
    ...['-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
  ]
}

/** A list for the concat demuxer: it seeks to the key frame before each time and reads no further. */
export function keyFrameList(source: string, times: readonly number[]): string {
  const entries = times.map((ms) => `file '${source}'\ninpoint ${seconds(ms)}\noutpoint ${seconds(ms + 20)}`)
  return ['ffconcat version 1.0', ...entries, ''].join('\n')
}

/** One picture of all thumbnails, in rows. */
export function planStrip(list: string, width: number, height: number, rows: number, output: string): Args {
  return [
    ...['-skip_frame', 'nokey', '-f', 'concat', '-safe', '0', '-i', list, '-an', '-sn', '-fps_mode', 'passthrough'],
    ...[
      '-vf',
      `scale=${width}:${height},setsar=1,tile=${STRIP_COLUMNS}x${rows}`,
      '-frames:v',
      '1',
      '-q:v',
      '4',
      output,
    ],
  ]
}

/** Prints how much each picture differs from the one before it. */
export function planScores(source: string): Args {
  return [
    ...['-i', source, '-map', '0:v:0', '-an', '-sn', '-dn'],
    ...['-vf', 'scale=320:-2,scdet=threshold=100,metadata=print:file=-', '-f', 'null', '-'],
  ]
}

export interface SynthesisPlan {
  readonly extension: 'mp4' | 'mkv'
  readonly args: Args
}

const mp4Video = new Set(['h264', 'hevc', 'mpeg4', 'av1', 'vp9'])
const mp4Audio = new Set(['aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac', 'alac'])

/** Burns an ASS file (named relative to the working folder) into the picture; sound is kept as it is where it can be. */
export function planBurn(
  source: string,
  info: MediaInfo,
  assFile: string,
  output: (extension: string) => string,
): SynthesisPlan {
  return {
    extension: 'mp4',
    args: [
      ...[
        '-i',
        source,
        '-map',
        '0:v:0',
        '-map',
        '0:a?',
        '-vf',
        `subtitles=filename=${assFile}`,
        '-fps_mode',
        'passthrough',
      ],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '19', '-pix_fmt', 'yuv420p'],
      ...audioArgs(info),
      ...['-map_metadata', '0', '-movflags', '+faststart', output('mp4')],
    ],
  }
}

/** Adds a subtitle track; pictures and sound are copied. MP4 where it holds them, else Matroska. */
export function planSoftTrack(
  source: string,
  info: MediaInfo,
  srtFile: string,
  language: string,
  output: (extension: string) => string,
): SynthesisPlan {
  const fits = info.streams.every(({ kind, codec }) =>
    kind === 'video' ? mp4Video.has(codec) : kind !== 'audio' || mp4Audio.has(codec),
  )
  const extension = fits ? 'mp4' : 'mkv'
  return {
    extension,
    args: [
      ...['-i', source, '-i', srtFile, '-map', '0:v:0', '-map', '0:a?', '-map', '1:s:0', '-c', 'copy'],
      ...['-c:s', fits ? 'mov_text' : 'srt', '-metadata:s:s:0', `language=${language}`, '-disposition:s:0', 'default'],
      ...['-map_metadata', '0', ...(fits ? ['-movflags', '+faststart'] : []), output(extension)],
    ],
  }
}

function audioArgs(info: MediaInfo): string[] {
  const codecs = info.streams.filter((stream) => stream.kind === 'audio').map((stream) => stream.codec)
  return codecs.every((codec) => mp4Audio.has(codec)) ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '192k']
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
