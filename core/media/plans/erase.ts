import type { Box } from '../erase/plane.ts'
import { type Args, type Files, type PictureSource, videoStream } from './parts.ts'
import { holdsInMp4, type StreamCodec } from './soft-track.ts'

/** Part of the keys of everything made from erased pictures. */
export const eraseVersion = '7'

/** Start: a time in seconds to seek by the index, or a frame to reach by decoding. */
export type StartAt = { readonly seconds: number } | { readonly frame: number }

interface FrameRange {
  readonly start: StartAt
  /** Number of frames. */
  readonly count: number
}

function seekArgs({ start }: FrameRange): Args {
  return 'seconds' in start && start.seconds > 0 ? ['-ss', start.seconds.toFixed(6)] : []
}

/** Filter that passes only the range. */
function trimFilter({ start, count }: FrameRange): string {
  const from = 'frame' in start ? start.frame : 0
  return `trim=start_frame=${from}:end_frame=${from + count}`
}

/** Logs each frame's number and time, for `readShownFrame`. */
const SHOW = 'showinfo@all=checksum=0'

/** A logged frame: its number among the passed ones, its time in seconds, its size in pixels. */
export interface ShownFrame {
  readonly number: number
  readonly seconds: number
  readonly width: number
  readonly height: number
}

/** Parses a log line; `filter` counts the logging filters from 0. */
export function readShownFrame(line: string, filter: string): ShownFrame | undefined {
  if (!line.startsWith(`[${filter} @`)) return undefined
  const found = /n:\s*(\d+) .*pts_time:(-?[\d.e+-]+) .*\ss:(\d+)x(\d+)/.exec(line)
  const [number, seconds, width, height] = (found ?? []).slice(1).map(Number)
  if (number === undefined || seconds === undefined || width === undefined || height === undefined) return undefined
  return { number, seconds, width, height }
}

/** Names of `planSamples`' filters that log all frames, and the taken ones. */
export const sampleFilters = { all: 'showinfo@all', taken: 'showinfo@taken' } as const

export interface SamplesOptions extends PictureSource {
  /** Seconds between two pictures. */
  readonly every: number
  /** The cut-out part; by default the whole picture. */
  readonly box?: Box
  /** Size of a picture. */
  readonly width: number
  readonly height: number
}

/** Writes pictures in RGB to standard output and logs all frames. */
export function planSamples({ source, every, box, width, height, ...video }: SamplesOptions): Args {
  const cut = box ? `crop=${box.width}:${box.height}:${box.x}:${box.y}:exact=1,` : ''
  const filters = [
    `${sampleFilters.all}=checksum=0`,
    String.raw`select=isnan(prev_selected_t)+gte(t-prev_selected_t\,${every})`,
    `${sampleFilters.taken}=checksum=0`,
    `${cut}scale=${width}:${height}:flags=area`,
  ]
  return [
    ...['-i', source, '-map', videoStream(video), '-vf', filters.join(','), '-fps_mode', 'passthrough'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
  ]
}

/** Parts of the picture below each other, padded to the widest. */
function stackFilter(parts: readonly Box[]): string {
  const [first, ...others] = parts
  const crop = ({ width, height, x, y }: Box): string => `crop=${width}:${height}:${x}:${y}:exact=1`
  if (!first) throw new Error('No part of the picture to cut out')
  if (others.length === 0) return crop(first)
  const width = Math.max(...parts.map((part) => part.width))
  const split = `split=${parts.length}${parts.map((_, at) => `[s${at}]`).join('')}`
  const cuts = parts.map((part, at) => `[s${at}]${crop(part)},pad=${width}:${part.height}[c${at}]`)
  return `${split};${cuts.join(';')};${parts.map((_, at) => `[c${at}]`).join('')}vstack=inputs=${parts.length}`
}

export interface PartsOptions extends FrameRange, PictureSource {
  /** In pixels of the upright picture; all numbers even. */
  readonly parts: readonly Box[]
}

/** Writes parts of each picture of a range in 4:2:0 to standard output and logs their times. */
export function planParts({ source, parts, ...range }: PartsOptions): Args {
  const graph = `[${videoStream(range)}]${trimFilter(range)},${SHOW},format=yuv420p,${stackFilter(parts)}[out]`
  return [
    ...[...seekArgs(range), '-i', source, '-filter_complex', graph, '-map', '[out]'],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'],
  ]
}

/** The picture at `pipe:0` as a JPEG of at most screen width. */
export function planStill(output: string): Args {
  return ['-i', 'pipe:0', '-vf', String.raw`scale=min(1280\,iw):-2`, '-q:v', '3', '-frames:v', '1', output]
}

/** The top left of the picture at `pipe:0` as a PNG: white, with brightness as opacity. */
export function planMaskPicture({ width, height }: { width: number; height: number }, output: string): Args {
  const cut = `[0:v]crop=${width}:${height}:0:0:exact=1,format=gray,split[c][a]`
  const graph = `${cut};[c]lut=y=maxval,format=rgba[white];[white][a]alphamerge[out]`
  return ['-i', 'pipe:0', '-filter_complex', graph, '-map', '[out]', '-frames:v', '1', output]
}

/** Colour coding of a picture by ffprobe's names; empty if undeclared. */
export interface ColourTags {
  readonly space: string
  readonly primaries: string
  readonly transfer: string
}

export interface PatchOptions extends FrameRange, Files, PictureSource {
  readonly parts: readonly Box[]
  /** Offset in seconds from the patches' times to the pictures'. */
  readonly shift: number
  readonly colours: ColourTags
}

/** One quality for all pieces, so that they can be joined: nearly lossless. */
const ENCODER: Args = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '17', '-pix_fmt', 'yuv420p']

/** A range of a video's pictures overlaid with the parts at `pipe:0`; a piece without sound. */
export function planPatch({ source, output, parts, shift, colours, ...range }: PatchOptions): Args {
  // 4:2:0 has even sides only: an odd row or column is dropped.
  const main = `[${videoStream(range)}]${trimFilter(range)},crop=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p`
  const ending = `setpts=PTS-STARTPTS[out]`
  return [
    ...[...seekArgs(range), '-i', source, ...(parts.length > 0 ? ['-i', 'pipe:0'] : [])],
    ...['-filter_complex', parts.length > 0 ? patchGraph(main, parts, shift, ending) : `${main},${ending}`],
    ...['-map', '[out]', '-fps_mode', 'passthrough', ...ENCODER, ...colourArgs(colours)],
    ...['-video_track_timescale', String(TIMESCALE), '-enc_time_base', `1:${TIMESCALE}`, output],
  ]
}

/** A multiple of all usual frame rates. */
const TIMESCALE = 90_000

function patchGraph(main: string, parts: readonly Box[], shift: number, ending: string): string {
  const moved = `[1:v]setpts=PTS+${shift.toFixed(6)}/TB`
  const overlay = ({ x, y }: Box): string => `overlay=x=${x}:y=${y}:format=yuv420:eof_action=pass:eval=init`
  const [first] = parts
  if (first && parts.length === 1) return `${main}[m];${moved}[p];[m][p]${overlay(first)},${ending}`
  const tops = parts.map((_, at) => parts.slice(0, at).reduce((sum, { height }) => sum + height, 0))
  const split = `${moved},split=${parts.length}${parts.map((_, at) => `[q${at}]`).join('')}`
  const cuts = parts.map(({ width, height }, at) => `[q${at}]crop=${width}:${height}:0:${tops[at]}:exact=1[p${at}]`)
  const layers = parts.map((part, at) => {
    const below = at === 0 ? '[m]' : `[l${at}]`
    return `${below}[p${at}]${overlay(part)}${at === parts.length - 1 ? `,${ending}` : `[l${at + 1}]`}`
  })
  return [`${main}[m]`, split, ...cuts, ...layers].join(';')
}

function colourArgs({ space, primaries, transfer }: ColourTags): Args {
  return [
    ...(space ? ['-colorspace', space] : []),
    ...(primaries ? ['-color_primaries', primaries] : []),
    ...(transfer ? ['-color_trc', transfer] : []),
  ]
}

/** A finished piece, with seconds until the next one begins. */
export interface Piece {
  readonly path: string
  readonly seconds: number
}

/** A list for ffmpeg's concat demuxer. */
export function pieceList(pieces: readonly Piece[]): string {
  const entries = pieces.map(
    ({ path, seconds }) => `file '${path.replaceAll("'", String.raw`'\''`)}'\nduration ${seconds.toFixed(6)}`,
  )
  return ['ffconcat version 1.0', ...entries, ''].join('\n')
}

export interface JoinOptions extends Files {
  /** Path of a `pieceList`. */
  readonly list: string
  /** Time of the first picture, in seconds of the source's clock. */
  readonly start: number
  readonly extension: 'mp4' | 'mkv'
}

/** The finished pictures with the sound, chapters and metadata of the source, all copied. */
export function planJoin({ source, list, start, output, extension }: JoinOptions): Args {
  return [
    ...['-itsoffset', start.toFixed(6), '-f', 'concat', '-safe', '0', '-i', list, '-i', source],
    ...['-map', '0:v', '-map', '1:a?', '-c', 'copy', '-map_metadata', '1', '-map_chapters', '1'],
    ...(extension === 'mp4' ? ['-movflags', '+faststart', '-video_track_timescale', String(TIMESCALE)] : []),
    output,
  ]
}

/** MP4 if it supports the sound, else Matroska: sound is copied, never re-encoded. */
export function erasedExtension(streams: readonly StreamCodec[]): 'mp4' | 'mkv' {
  return streams.filter(({ kind }) => kind === 'audio').every(holdsInMp4) ? 'mp4' : 'mkv'
}
