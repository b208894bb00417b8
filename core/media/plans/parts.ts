import type { TimeRange } from '../../timing/time-range.ts'
import type { VideoFacts } from '../facts.ts'

/**
 * ffmpeg arguments after the global options, equal for browser and server; times in milliseconds from the file's first
 * timestamp. A plan's version is part of step keys and changes with its output.
 */
export type Args = readonly string[]

/** Input and output of a plan. */
export interface Files {
  readonly source: string
  readonly output: string
}

/** A file with a picture. */
export interface PictureSource {
  readonly source: string
  /** The video's index among the file's streams: the first may be a cover, or a small copy. */
  readonly videoIndex: number
}

/** The first input's video in ffmpeg's notation. */
export function videoStream({ videoIndex }: Pick<PictureSource, 'videoIndex'>): string {
  return `0:${videoIndex}`
}

/** Global options: log errors only. */
export const quiet: Args = ['-hide_banner', '-nostdin', '-v', 'error']
/** Global options for plans that read filters' log output. */
export const talkative: Args = ['-hide_banner', '-nostdin', '-v', 'info', '-nostats']

/** Input options for a known source: ffmpeg probes less. */
export const knownSource: Args = ['-probesize', '32', '-analyzeduration', '0']

/** Sound with the file's timing: gaps become silence, the first sample is at the first timestamp. */
export const ALIGNED_SOUND = 'aresample=async=1:first_pts=0'

/** Milliseconds as ffmpeg's seconds. */
export function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

/** Input options for a range. */
export function cutArgs({ start, end }: TimeRange): Args {
  return [...(start > 0 ? ['-ss', seconds(start)] : []), '-t', seconds(end - start)]
}

/** The nearest even number, at least 2, as 4:2:0 requires. */
export function even(value: number): number {
  return Math.max(2, Math.round(value / 2) * 2)
}

/** Filter from stored to displayed size and orientation. */
export function uprightScale({ rotation }: VideoFacts, width: number, height: number, flags: string): string {
  const isTurned = rotation % 180 === 90
  const scale = `scale=${isTurned ? height : width}:${isTurned ? width : height}:flags=${flags}`
  const turns: Record<number, string> = { 90: ',transpose=1', 180: ',hflip,vflip', 270: ',transpose=2' }
  return scale + (turns[rotation] ?? '')
}
