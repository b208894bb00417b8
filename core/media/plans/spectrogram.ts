import type { TimeRange } from '../../timing/time-range.ts'
import { ALIGNED_SOUND, type Args, cutArgs, type Files, seconds } from './parts.ts'

export interface SpectrogramOptions extends Files {
  readonly range: TimeRange
  readonly width: number
  readonly height: number
}

/** 8-bit grey rows of frequency over time, 8 kHz at the top. */
export function planSpectrogram({ source, output, range, width, height }: SpectrogramOptions): Args {
  const picture = `showspectrumpic=s=${width}x${height}:legend=0:mode=combined:color=intensity:scale=log:stop=8000`
  // The picture's width is fixed by the range: padded with silence where there is no sound, and cut at its end.
  const length = seconds(range.end - range.start)
  const sound = `${ALIGNED_SOUND}:osr=16000,apad=whole_dur=${length},atrim=end=${length}`
  return [
    ...['-vn', '-sn', '-dn', ...cutArgs(range), '-i', source],
    ...['-filter_complex', `[0:a:0]${sound},pan=mono|c0=c0,${picture},format=gray[p]`, '-map', '[p]'],
    ...['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', output],
  ]
}
