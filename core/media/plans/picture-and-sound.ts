import type { Args } from './parts.ts'
import { holdsInMp4, type StreamCodec } from './soft-track.ts'

export const pictureAndSoundVersion = '1'

/** MP4 where it holds both, else Matroska. */
export function joinedExtension(picture: readonly StreamCodec[], sound: readonly StreamCodec[]): 'mp4' | 'mkv' {
  return [...picture, ...sound].every(holdsInMp4) ? 'mp4' : 'mkv'
}

/** The picture of one file with the sound of another; both are copied. */
export function planPictureAndSound(files: { picture: string; sound: string; output: string }): Args {
  return [
    ...['-i', files.picture, '-i', files.sound, '-map', '0:v:0', '-map', '1:a:0', '-c', 'copy'],
    ...['-map_metadata', '0', '-map_chapters', '0'],
    ...(files.output.endsWith('.mp4') ? ['-movflags', '+faststart'] : []),
    files.output,
  ]
}
