import type { TimeRange } from '../../timing/time-range.ts'
import type { VideoFacts } from '../facts.ts'
import { videoIndexOf } from '../media-info.ts'
import { type Args, cutArgs, even, type Files, uprightScale, videoStream } from './parts.ts'
import { mp4Pieces } from './sound.ts'
import { holdsInMp4, keptTracks, type StreamCodec } from './soft-track.ts'

export const burnVersion = '6'

/** H.264 in 4:2:0 has even sides: an odd one loses its last row or column. */
const evenSides = 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0:exact=1'

export interface BurnOptions extends Files {
  /** Path of the SubStation file, without special characters of filter graphs. */
  readonly ass: string
  /** Path of a folder with the bundled fonts, under the same condition. */
  readonly fontsFolder: string
  readonly streams: readonly StreamCodec[]
  /** The last picture, if it lasts longer: encoders give it the previous one's length. */
  readonly held?: HeldPicture | undefined
}

/** A longer lasting picture: seconds from the start of the file. */
export interface HeldPicture {
  readonly start: number
  readonly end: number
  /** Frame length of the others. */
  readonly usual: number
}

/** Repeats the last picture until its end, so that subtitles can change over it. */
function heldFilters({ start, end, usual }: HeldPicture): string[] {
  const step = usual.toFixed(6)
  return [
    `tpad=stop_mode=clone:stop_duration=${(end - start - usual).toFixed(6)}`,
    `setpts='if(gt(T,${(start + usual / 2).toFixed(6)}),PREV_OUTPTS+${step}/TB,PTS)'`,
  ]
}

/** Letters keep their shape only with square pixels: a stretched picture is scaled first. */
const squarePixels = 'scale=trunc(iw*sar/2+0.5)*2:ih,setsar=1'

/** A multiple of all usual frame rates: variable rates keep their times. */
const TIMESCALE = 90_000

/**
 * The whole video as MP4 with burned-in subtitles; sound is copied if MP4 supports it, text tracks stay without being
 * shown by default.
 */
export function planBurn({ source, output, ass, fontsFolder, streams, held }: BurnOptions): Args {
  const sounds = streams.filter(({ kind }) => kind === 'audio')
  const sound = sounds.every(holdsInMp4) ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '192k']
  const tracks = keptTracks(streams, 'mp4')
  const video = videoStream({ videoIndex: videoIndexOf({ streams }) })
  const filters = [
    evenSides,
    squarePixels,
    ...(held ? heldFilters(held) : []),
    `ass=filename=${ass}:fontsdir=${fontsFolder}`,
  ].join(',')
  return [
    ...['-i', source, '-map', video, '-map', '0:a?', ...tracks.flatMap((at) => ['-map', `0:${at}`]), '-vf', filters],
    ...['-fps_mode', 'passthrough', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '19', '-pix_fmt', 'yuv420p'],
    ...['-enc_time_base', `1:${TIMESCALE}`, '-video_track_timescale', String(TIMESCALE)],
    ...(tracks.length > 0 ? ['-c:s', 'mov_text', '-disposition:s', '0'] : []),
    ...[...sound, '-map_metadata', '0', '-movflags', '+faststart', output],
  ]
}

export interface ClipOptions extends Files {
  readonly range: TimeRange
  readonly video: VideoFacts
  readonly hasAudio: boolean
  /** Largest height. */
  readonly height: number
  /** SubStation file with times from the clip's start. */
  readonly ass: string
  readonly fontsFolder: string
}

/** A short clip with burned-in subtitles, encoded fast, streamable. */
export function planClip({ source, output, range, video, hasAudio, height, ass, fontsFolder }: ClipOptions): Args {
  const tall = even(Math.min(height, video.height))
  const wide = even((video.width * tall) / video.height)
  const picture = `${uprightScale(video, wide, tall, 'bilinear')},setsar=1,format=yuv420p`
  return [
    ...['-noautorotate', '-skip_loop_filter', 'nokey', ...cutArgs(range)],
    ...['-i', source, '-map', videoStream({ videoIndex: video.index }), ...(hasAudio ? ['-map', '0:a:0'] : [])],
    ...['-vf', `${picture},ass=filename=${ass}:fontsdir=${fontsFolder}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '26', '-g', '50', '-c:a', 'aac', '-b:a', '96k', '-ac', '2'],
    ...['-map_metadata', '-1', ...mp4Pieces, output],
  ]
}
