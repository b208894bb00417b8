import type { TimeRange } from '../../timing/time-range.ts'
import { ALIGNED_SOUND, type Args, cutArgs, type Files } from './parts.ts'
import { soundFormats } from './sound.ts'

/** Ducking of the video's own sound under the dub: attack and release in ms, threshold as a share of full scale. */
const DUCKING = 'sidechaincompress=threshold=0.02:ratio=8:attack=5:release=300'

export interface DubMixOptions extends Files {
  /** Path of the dub. */
  readonly dub: string
  readonly range: TimeRange
  /** Whether the video has sound. */
  readonly hasOriginal: boolean
}

/** A dub over the video's ducked sound; without one, the dub alone. */
export function planDubMix({ source, output, dub, range, hasOriginal }: DubMixOptions): Args {
  const dubbed = `[1:a:0]aresample=48000,aformat=channel_layouts=stereo`
  const own = `[0:a:0]${ALIGNED_SOUND.replace('aresample=', 'aresample=48000:')},aformat=channel_layouts=stereo`
  const graph = hasOriginal
    ? `${own}[o];${dubbed},apad,asplit[d][k];` +
      `[o][k]${DUCKING}[b];[b][d]amix=inputs=2:duration=first:normalize=0,alimiter=limit=0.89[m]`
    : `${dubbed}[m]`
  const cut = cutArgs(range)
  return [
    ...['-vn', ...cut, '-i', source, '-vn', ...cut, '-i', dub],
    ...['-filter_complex', graph, '-map', '[m]', ...soundFormats.m4a.args, output],
  ]
}
