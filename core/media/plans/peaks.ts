import type { TimeRange } from '../../timing/time-range.ts'
import { ALIGNED_SOUND, type Args, cutArgs, type Files, knownSource } from './parts.ts'

export const peaksVersion = '1'

export interface PeaksOptions extends Files {
  /** The part to read; by default all. */
  readonly range?: TimeRange
  /** Whether seeking is exact; without an index ffmpeg decodes from the start. */
  readonly hasIndex?: boolean
  /** Whether the container declares all codec parameters, which saves probing. */
  readonly isDescribed?: boolean
}

/** 16-bit mono samples at the native rate, for a waveform: resampling is slower and flattens peaks. */
export function planPeaks({ source, output, range, hasIndex = true, isDescribed = false }: PeaksOptions): Args {
  const cut = range ? cutArgs(range) : []
  return [
    ...[...(isDescribed ? knownSource : []), '-vn', '-sn', '-dn', ...(hasIndex ? cut : []), '-i', source],
    ...[...(hasIndex ? [] : cut), '-map', '0:a:0', '-af', `${ALIGNED_SOUND}:ochl=mono:osf=s16`],
    ...['-c:a', 'pcm_s16le', '-f', 's16le', output],
  ]
}
