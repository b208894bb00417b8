import type { TimeRange } from '../../timing/time-range.ts'
import { ALIGNED_SOUND, type Args, cutArgs, type Files } from './parts.ts'

/** Streamable MP4: nothing is written twice. */
export const mp4Pieces: Args = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof', '-f', 'mp4']

/** Output formats of sound: media type and ffmpeg's options. */
export const soundFormats = {
  mp3: { type: 'audio/mpeg', args: ['-c:a', 'libmp3lame', '-b:a', '160k', '-write_xing', '0', '-f', 'mp3'] },
  m4a: { type: 'audio/mp4', args: ['-c:a', 'aac', '-b:a', '160k', ...mp4Pieces] },
  wav: { type: 'audio/wav', args: ['-c:a', 'pcm_s16le', '-f', 'wav'] },
} as const

export type SoundFormat = keyof typeof soundFormats

export interface SoundOptions extends Files {
  readonly range: TimeRange
  readonly format: SoundFormat
}

/** The video's first sound track, extracted in some format. */
export function planSound({ source, output, range, format }: SoundOptions): Args {
  return [
    ...['-vn', '-sn', '-dn', ...cutArgs(range), '-i', source, '-map', '0:a:0', '-map_metadata', '-1'],
    ...['-af', ALIGNED_SOUND, ...soundFormats[format].args, output],
  ]
}
