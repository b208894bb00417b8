import type { PictureRegion } from '../../domain/picture-region.ts'
import type { TimeRange } from '../../timing/time-range.ts'
import { type Args, cutArgs, even, seconds, type PictureSource, videoStream } from './parts.ts'

export const pictureTextVersion = '13'

/** A size in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Text is searched in pictures of this width, and read in parts of at most this other one. */
const SEARCH_WIDTH = 640
const READ_WIDTH = 960
/** Frames a second that are looked at; of faster videos every second or third one. */
const MOST_RATE = 30.5
const LEAST_RATE = 10
const USUAL_RATE = 25

/** The size of whole pictures in which text is searched; of an upright video its height is limited as well. */
export function searchSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, SEARCH_WIDTH / Math.min(width, height * (16 / 9)))
  return { width: even(width * scale), height: even(height * scale) }
}

/**
 * Writes grey pictures as raw bytes, `everyMs` apart. `keyFrames`: only pictures that stand by themselves, which is
 * quick in a long video, but there may be few. Each is preceded by a line of its time in the log.
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

/** Times in milliseconds of the pictures of `planTextSamples`, from the lines that `showinfo` prints. */
export function sampleTime(line: string): number | undefined {
  const time = /showinfo.* pts_time:(-?[\d.]+)/.exec(line)?.[1]
  return time === undefined ? undefined : Math.round(Number(time) * 1000)
}

/** A part of the picture as the gate takes it: its size in pixels and its frames a second. */
export interface BandFrames extends PictureSize {
  readonly rate: number
}

/** How the part of a video of that displayed size is looked at. Variable rates are evened out. */
export function bandFrames(
  region: PictureRegion,
  video: PictureSize & { readonly rate: readonly [number, number] },
): BandFrames {
  const wide = region.width * video.width
  const scale = Math.min(1, READ_WIDTH / wide)
  const full = video.rate[0] / video.rate[1]
  // The mean of a slow variable rate says nothing of when pictures change.
  const rate = full < LEAST_RATE ? USUAL_RATE : full / Math.ceil(full / MOST_RATE)
  return { width: even(wide * scale), height: even(region.height * video.height * scale), rate }
}

/** Writes a part of the picture, and of the time, as grey raw bytes, frame by frame at an even rate from the range's start. */
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
