import type { TimeRange } from '../../timing/time-range.ts'
import { ALIGNED_SOUND, type Args, cutArgs, type Files } from './parts.ts'

export const speechAudioVersion = '1'
export const speechAudioRate = 16_000

const speechSamples: Args = ['-ac', '1', '-ar', String(speechAudioRate)]

/** 16 kHz mono for speech recognition, aligned to the video's start. */
export function planSpeechAudio({ source, output }: Files): Args {
  return [...['-i', source, '-map', '0:a:0', '-af', ALIGNED_SOUND, ...speechSamples], ...['-c:a', 'pcm_s16le', output]]
}

/** A range of such audio, uncompressed. */
export function planAudioPiece({ source, output, range }: Files & { readonly range: TimeRange }): Args {
  return [...cutArgs(range), '-i', source, '-c:a', 'pcm_s16le', output]
}

/** The same sound of a range as bare samples, which can be handed out as they come. */
export function planSpeechSamples({ source, output, range }: Files & { readonly range: TimeRange }): Args {
  return [
    ...['-vn', '-sn', '-dn', ...cutArgs(range), '-i', source, '-map', '0:a:0', '-af', ALIGNED_SOUND],
    ...[...speechSamples, '-c:a', 'pcm_s16le', '-f', 's16le', output],
  ]
}
