import { isPictureSubtitle, isTextSubtitle } from '../subtitle-codecs.ts'
import { videoIndexOf } from '../media-info.ts'
import { type Args, type Files, videoStream } from './parts.ts'

export const softTrackVersion = '4'

export interface StreamCodec {
  readonly kind: string
  readonly codec: string
}

const mp4Video = new Set(['h264', 'hevc', 'mpeg4', 'av1', 'vp9'])
const mp4Audio = new Set(['aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac', 'alac'])

/** Whether MP4 players know a stream's codec, including picture subtitles. */
export function holdsInMp4({ kind, codec }: StreamCodec): boolean {
  if (kind === 'subtitle') return !isPictureSubtitle(codec)
  return kind === 'video' ? mp4Video.has(codec) : kind !== 'audio' || mp4Audio.has(codec)
}

/** Text tracks that ffmpeg can convert as text. */
const rewritable = new Set(['subrip', 'srt', 'ass', 'ssa', 'webvtt', 'mov_text', 'text'])

/** Indexes of the source's subtitle tracks that the result's container supports. */
export function keptTracks(streams: readonly StreamCodec[], extension: 'mp4' | 'mkv'): number[] {
  const isKept = ({ kind, codec }: StreamCodec): boolean =>
    kind === 'subtitle' &&
    (isTextSubtitle(codec) ? rewritable.has(codec) : extension === 'mkv' && isPictureSubtitle(codec))
  return streams.flatMap((stream, at) => (isKept(stream) ? [at] : []))
}

/** Most bytes of a text in an MP4 track: its length is 16 bits (3GPP TS 26.245, 5.17). */
const MP4_TEXT_BYTES = 65_000

/** MP4 if it supports all streams and texts, else Matroska. */
export function softTrackExtension(streams: readonly StreamCodec[], texts: readonly string[] = []): 'mp4' | 'mkv' {
  const encoder = new TextEncoder()
  const isShort = texts.every((text) => encoder.encode(text).length <= MP4_TEXT_BYTES)
  return isShort && streams.every(holdsInMp4) ? 'mp4' : 'mkv'
}

/** Characters per line, of at most 4 bytes: ffmpeg reads SubRip in 4096-byte pieces and splits characters. */
const LINE_LENGTH = 1000

/** The same text in lines that ffmpeg can read. */
export function breakLongLines(text: string): string {
  const lines = text.split('\n').flatMap((line) => {
    const signs = line.length > LINE_LENGTH ? [...line] : []
    if (signs.length === 0) return [line]
    const count = Math.ceil(signs.length / LINE_LENGTH)
    return Array.from({ length: count }, (_, at) => signs.slice(at * LINE_LENGTH, (at + 1) * LINE_LENGTH).join(''))
  })
  return lines.join('\n')
}

export interface SoftTrackOptions extends Files {
  /** SubRip files with languages (ISO 639-2); the first is shown by default. */
  readonly tracks: readonly { readonly path: string; readonly language: string }[]
  /** Of the source. */
  readonly streams: readonly StreamCodec[]
  readonly extension: 'mp4' | 'mkv'
}

/** Adds subtitle tracks before the source's; pictures and sound are copied, chapters and metadata kept. */
export function planSoftTrack({ source, output, tracks, streams, extension }: SoftTrackOptions): Args {
  const text = extension === 'mp4' ? 'mov_text' : 'srt'
  const own = keptTracks(streams, extension)
  const video = videoStream({ videoIndex: videoIndexOf({ streams }) })
  const codecOf = (at: number): string => trackCodec(streams[at]?.codec ?? '', extension)
  return [
    ...['-i', source, ...tracks.flatMap(({ path }) => ['-i', path]), '-map', video, '-map', '0:a?'],
    ...[...tracks.map((_, at) => `${at + 1}:s:0`), ...own.map((at) => `0:${at}`)].flatMap((from) => ['-map', from]),
    ...['-c', 'copy', '-c:s', text],
    ...own.flatMap((at, index) => [
      ...[`-c:s:${tracks.length + index}`, codecOf(at)],
      ...[`-disposition:s:${tracks.length + index}`, '0'],
    ]),
    ...tracks.flatMap(({ language }, at) => [
      ...[`-metadata:s:s:${at}`, `language=${language}`],
      ...[`-disposition:s:${at}`, at === 0 ? 'default' : '0'],
    ]),
    ...[
      '-map_metadata',
      '0',
      '-map_chapters',
      '0',
      ...(extension === 'mp4' ? ['-movflags', '+faststart'] : []),
      output,
    ],
  ]
}

/** Matroska supports the usual text codecs; MP4's becomes SubRip there. */
function trackCodec(codec: string, extension: 'mp4' | 'mkv'): string {
  if (extension === 'mp4') return 'mov_text'
  return codec === 'mov_text' || codec === 'text' ? 'srt' : 'copy'
}
