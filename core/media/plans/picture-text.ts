import type { PictureRegion } from '../../domain/picture-region.ts'
import type { TimeRange } from '../../timing/time-range.ts'
import { type Args, cutArgs, even, seconds, type PictureSource, videoStream } from './parts.ts'

export const pictureTextVersion = '13'

/** A size in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Width of searched pictures, and the largest width of read parts. */
const SEARCH_WIDTH = 640
const READ_WIDTH = 960
/** Searched frames a second; of faster videos every second or third one. */
const MOST_RATE = 30.5
const LEAST_RATE = 10
const USUAL_RATE = 25

/** Size of searched pictures; an upright video's height is limited too. */
export function searchSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, SEARCH_WIDTH / Math.min(width, height * (16 / 9)))
  return { width: even(width * scale), height: even(height * scale) }
}

/**
 * Writes raw grey pictures `everyMs` apart, each with its time in the log. `keyFrames`: keyframes only, which is fast in
 * a long video but may give few.
 */
export function planTextSamples(
  video: PictureSource,
  { width, height }: PictureSize,
  { everyMs, keyFrames }: { readonly everyMs: number; readonly keyFrames: boolean },
): Args {
  const step = seconds(everyMs)
  const select = `select='isnan(prev_selected_t)+gte(t-prev_selected_t\\,${step})'`
  return [
    ...(keyFrames ? ['-skip_frame', 'nokey'] : []),
    ...['-an', '-sn', '-dn', '-i', video.source, '-map', videoStream(video)],
    ...['-vf', `${select},scale=${width}:${height}:flags=area,format=gray,showinfo=checksum=0`],
    ...['-vsync', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
  ]
}

/** Picture times of `planTextSamples` in milliseconds, from `showinfo`'s lines. */
export function sampleTime(line: string): number | undefined {
  const time = /showinfo.* pts_time:(-?[\d.]+)/.exec(line)?.[1]
  return time === undefined ? undefined : Math.round(Number(time) * 1000)
}

/** The gate's input: size in pixels and frames a second. */
export interface BandFrames extends PictureSize {
  readonly rate: number
}

/** The gate's input for a part of a video of that displayed size. Variable rates become constant. */
export function bandFrames(
  region: PictureRegion,
  video: PictureSize & { readonly rate: readonly [number, number] },
): BandFrames {
  const wide = region.width * video.width
  const scale = Math.min(1, READ_WIDTH / wide)
  const full = video.rate[0] / video.rate[1]
  // A slow variable rate's mean says nothing of when pictures change.
  const rate = full < LEAST_RATE ? USUAL_RATE : full / Math.ceil(full / MOST_RATE)
  return { width: even(wide * scale), height: even(region.height * video.height * scale), rate }
}

/** Writes a region and time range as raw grey frames at a constant rate from the range's start. */
export function planBand(
  video: PictureSource,
  { region, band, range }: { readonly region: PictureRegion; readonly band: BandFrames; readonly range: TimeRange },
): Args {
  const crop = `crop=iw*${share(region.width)}:ih*${share(region.height)}:iw*${share(region.x)}:ih*${share(region.y)}`
  const filters = `fps=${band.rate.toFixed(6)}:start_time=0,${crop},scale=${band.width}:${band.height}:flags=area,format=gray`
  return [
    ...['-an', '-sn', '-dn', ...cutArgs(range), '-i', video.source, '-map', videoStream(video)],
    ...['-vf', filters, '-f', 'rawvideo', 'pipe:1'],
  ]
}

const share = (value: number): string => value.toFixed(5)
