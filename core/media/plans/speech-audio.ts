import type { TimeRange } from '../../timing/time-range.ts'
import { ALIGNED_SOUND, type Args, cutArgs, type Files } from './parts.ts'

export const speechAudioVersion = '1'

/** 16 kHz mono for speech recognition, aligned to the video's start. */
export function planSpeechAudio({ source, output }: Files): Args {
  return [
    ...['-i', source, '-map', '0:a:0', '-af', ALIGNED_SOUND, '-ac', '1', '-ar', '16000'],
    ...['-c:a', 'pcm_s16le', output],
  ]
}

/** A range of such audio, uncompressed. */
export function planAudioPiece({ source, output, range }: Files & { readonly range: TimeRange }): Args {
  return [...cutArgs(range), '-i', source, '-c:a', 'pcm_s16le', output]
}
