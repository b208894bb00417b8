import type { TimeRange } from '../../timing/time-range.ts'
import { ALIGNED_SOUND, type Args, cutArgs, type Files, knownSource } from './parts.ts'

export const peaksVersion = '1'

export interface PeaksOptions extends Files {
  /** Only this part; all of it where it is missing. */
  readonly range?: TimeRange
  /** Whether a place in the middle can be found exactly; without an index ffmpeg decodes from the start. */
  readonly hasIndex?: boolean
  /** Whether the container names all parameters of the codec, so that nothing has to be decoded to find them. */
  readonly isDescribed?: boolean
}

/** 16-bit mono samples at the sound's own rate, for a waveform: resampling is slower and flattens peaks. */
export function planPeaks({ source, output, range, hasIndex = true, isDescribed = false }: PeaksOptions): Args {
  const cut = range ? cutArgs(range) : []
  return [
    ...[...(isDescribed ? knownSource : []), '-vn', '-sn', '-dn', ...(hasIndex ? cut : []), '-i', source],
    ...[...(hasIndex ? [] : cut), '-map', '0:a:0', '-af', `${ALIGNED_SOUND}:ochl=mono:osf=s16`],
    ...['-c:a', 'pcm_s16le', '-f', 's16le', output],
  ]
}
