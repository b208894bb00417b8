import type { TimeRange } from '../../timing/time-range.ts'
import type { VideoFacts } from '../facts.ts'

/**
 * Arguments of ffmpeg after its global options, the same for browser and server; times are in milliseconds of the file's
 * own clock, from its first timestamp. A plan's version is part of step keys and of what is stored: it changes when the
 * arguments change what comes out.
 */
export type Args = readonly string[]

/** Where a plan reads and writes. */
export interface Files {
  readonly source: string
  readonly output: string
}

/** A file whose picture is read. */
export interface PictureSource {
  readonly source: string
  /** Where the video stands among the streams of the file: the first one may be a cover, or a small copy. */
  readonly videoIndex: number
}

/** The video of the first input, as ffmpeg names it. */
export function videoStream({ videoIndex }: Pick<PictureSource, 'videoIndex'>): string {
  return `0:${videoIndex}`
}

/** Global options: only errors are printed. */
export const quiet: Args = ['-hide_banner', '-nostdin', '-v', 'error']
/** Global options for plans whose messages are read: what filters say is printed too. */
export const talkative: Args = ['-hide_banner', '-nostdin', '-v', 'info', '-nostats']

/** Input options for a source that is known already: ffmpeg looks no further ahead. */
export const knownSource: Args = ['-probesize', '32', '-analyzeduration', '0']

/** Sound as it is in the file: gaps become silence, the first sample stands at the first timestamp. */
export const ALIGNED_SOUND = 'aresample=async=1:first_pts=0'

/** Milliseconds as ffmpeg reads seconds. */
export function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

/** Input options that read only a range. */
export function cutArgs({ start, end }: TimeRange): Args {
  return [...(start > 0 ? ['-ss', seconds(start)] : []), '-t', seconds(end - start)]
}

/** The nearest even number, at least 2: what 4:2:0 pictures can be wide and high. */
export function even(value: number): number {
  return Math.max(2, Math.round(value / 2) * 2)
}

/** Filter that scales a picture as it is stored to the size that it is shown with, and turns it upright. */
export function uprightScale({ rotation }: VideoFacts, width: number, height: number, flags: string): string {
  const isTurned = rotation % 180 === 90
  const scale = `scale=${isTurned ? height : width}:${isTurned ? width : height}:flags=${flags}`
  const turns: Record<number, string> = { 90: ',transpose=1', 180: ',hflip,vflip', 270: ',transpose=2' }
  return scale + (turns[rotation] ?? '')
}
