import type { Args, Files } from './parts.ts'

export const softTrackVersion = '1'

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

/** MP4 where it holds all streams, else Matroska. */
export function softTrackExtension(streams: readonly StreamCodec[]): 'mp4' | 'mkv' {
  return streams.every(holdsInMp4) ? 'mp4' : 'mkv'
}

export interface SoftTrackOptions extends Files {
  /** Path of the SubRip file. */
  readonly subtitles: string
  /** ISO 639-2. */
  readonly language: string
  readonly extension: 'mp4' | 'mkv'
}

/** Adds a subtitle track; pictures and sound are copied. */
export function planSoftTrack({ source, output, subtitles, language, extension }: SoftTrackOptions): Args {
  const isMp4 = extension === 'mp4'
  return [
    ...['-i', source, '-i', subtitles, '-map', '0:v:0', '-map', '0:a?', '-map', '1:s:0', '-c', 'copy'],
    ...['-c:s', isMp4 ? 'mov_text' : 'srt', '-metadata:s:s:0', `language=${language}`, '-disposition:s:0', 'default'],
    ...['-map_metadata', '0', ...(isMp4 ? ['-movflags', '+faststart'] : []), output],
  ]
}
