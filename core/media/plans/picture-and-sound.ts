import { type Args, videoStream } from './parts.ts'
import { holdsInMp4, type StreamCodec } from './soft-track.ts'

export const pictureAndSoundVersion = '2'

/** MP4 if it supports both, else Matroska. */
export function joinedExtension(picture: readonly StreamCodec[], sound: readonly StreamCodec[]): 'mp4' | 'mkv' {
  return [...picture, ...sound].every(holdsInMp4) ? 'mp4' : 'mkv'
}

/** A picture with its stream index, and the file of its new sound. */
export interface PictureAndSound {
  readonly picture: string
  readonly videoIndex: number
  readonly sound: string
  readonly output: string
}

/** One file's picture with another's sound, both copied. */
export function planPictureAndSound(files: PictureAndSound): Args {
  return [
    ...['-i', files.picture, '-i', files.sound, '-map', videoStream(files), '-map', '1:a:0', '-c', 'copy'],
    ...['-map_metadata', '0', '-map_chapters', '0'],
    ...(files.output.endsWith('.mp4') ? ['-movflags', '+faststart'] : []),
    files.output,
  ]
}
