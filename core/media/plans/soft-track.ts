import type { Args, Files } from './parts.ts'

export const softTrackVersion = '2'

export interface StreamCodec {
  readonly kind: string
  readonly codec: string
}

const mp4Video = new Set(['h264', 'hevc', 'mpeg4', 'av1', 'vp9'])
const mp4Audio = new Set(['aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac', 'alac'])

/** Whether players of MP4 know a stream's codec; what is neither picture nor sound is left out anyway. */
export function holdsInMp4({ kind, codec }: StreamCodec): boolean {
  return kind === 'video' ? mp4Video.has(codec) : kind !== 'audio' || mp4Audio.has(codec)
}

/** Bytes that one text of an MP4 track may have: its length is a number of 16 bits (3GPP TS 26.245, 5.17). */
const MP4_TEXT_BYTES = 65_000

/** MP4 where it holds all streams and texts, else Matroska. */
export function softTrackExtension(streams: readonly StreamCodec[], texts: readonly string[] = []): 'mp4' | 'mkv' {
  const encoder = new TextEncoder()
  const isShort = texts.every((text) => encoder.encode(text).length <= MP4_TEXT_BYTES)
  return isShort && streams.every(holdsInMp4) ? 'mp4' : 'mkv'
}

/** Characters of a line, at most 4 bytes each: ffmpeg reads SubRip in pieces of 4096 bytes and cuts characters. */
const LINE_LENGTH = 1000

/** The same text in lines that a subtitle file can hold. */
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
  /** SubRip files with their languages (ISO 639-2); the first one is shown without being asked for. */
  readonly tracks: readonly { readonly path: string; readonly language: string }[]
  readonly extension: 'mp4' | 'mkv'
}

/** Adds subtitle tracks; pictures and sound are copied, chapters and metadata kept. */
export function planSoftTrack({ source, output, tracks, extension }: SoftTrackOptions): Args {
  const isMp4 = extension === 'mp4'
  return [
    ...['-i', source, ...tracks.flatMap(({ path }) => ['-i', path]), '-map', '0:v:0', '-map', '0:a?'],
    ...[...tracks.flatMap((_, at) => ['-map', `${at + 1}:s:0`]), '-c', 'copy', '-c:s', isMp4 ? 'mov_text' : 'srt'],
    ...tracks.flatMap(({ language }, at) => [
      ...[`-metadata:s:s:${at}`, `language=${language}`],
      ...[`-disposition:s:${at}`, at === 0 ? 'default' : '0'],
    ]),
    ...['-map_metadata', '0', '-map_chapters', '0', ...(isMp4 ? ['-movflags', '+faststart'] : []), output],
  ]
}
