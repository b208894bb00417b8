import type { TimeRange } from '../../timing/time-range.ts'
import { type Args, cutArgs, type Files } from './parts.ts'

export interface SpectrogramOptions extends Files {
  readonly range: TimeRange
  readonly width: number
  readonly height: number
}

/** 8-bit grey rows of frequency over time, 8 kHz on top. */
export function planSpectrogram({ source, output, range, width, height }: SpectrogramOptions): Args {
  const picture = `showspectrumpic=s=${width}x${height}:legend=0:mode=combined:color=intensity:scale=log:stop=8000`
  return [
    ...['-vn', '-sn', '-dn', ...cutArgs(range), '-i', source],
    ...['-filter_complex', `[0:a:0]aresample=16000,pan=mono|c0=c0,${picture},format=gray[p]`, '-map', '[p]'],
    ...['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', output],
  ]
}
