import type { TimeRange } from '../../timing/time-range.ts'
import { ALIGNED_SOUND, type Args, cutArgs, type Files } from './parts.ts'

export const speechAudioVersion = '1'
export const speechAudioRate = 16_000

const speechSamples: Args = ['-ac', '1', '-ar', String(speechAudioRate)]

/** A track of the file, all channels mixed or a single one, counted from 0. */
export interface HeardSound {
  readonly track: number
  readonly channel?: number | undefined
}

/** 16 kHz mono for speech recognition, aligned to the video's start. */
export function planSpeechAudio({ source, output, track, channel }: Files & HeardSound): Args {
  const taken = channel === undefined ? '' : `,pan=mono|c0=c${channel}`
  return [
    ...['-i', source, '-map', `0:a:${track}`, '-af', ALIGNED_SOUND + taken, ...speechSamples],
    ...['-c:a', 'pcm_s16le', output],
  ]
}

/** Part of the keys of `ChannelMeter`'s results. */
export const channelsVersion = '1'

/** A track's two channels, interleaved for `ChannelMeter`. */
export function planChannels({ source, output, track, rate }: Files & HeardSound & { readonly rate: number }): Args {
  return [...['-vn', '-i', source, '-map', `0:a:${track}`, '-ac', '2', '-ar', String(rate)], ...['-f', 's16le', output]]
}

/** A range of such audio, uncompressed. */
export function planAudioPiece({ source, output, range }: Files & { readonly range: TimeRange }): Args {
  return [...cutArgs(range), '-i', source, '-c:a', 'pcm_s16le', output]
}

/** A range's raw samples, streamed. */
export function planSpeechSamples({ source, output, range }: Files & { readonly range: TimeRange }): Args {
  return [
    ...['-vn', '-sn', '-dn', ...cutArgs(range), '-i', source, '-map', '0:a:0', '-af', ALIGNED_SOUND],
    ...[...speechSamples, '-c:a', 'pcm_s16le', '-f', 's16le', output],
  ]
}
