import { parseFrameRate } from '../domain/frames.ts'
import { isTextSubtitle } from './subtitle-codecs.ts'

/** What ffprobe prints with `probeArgs`, as far as it is read here. */
export interface RawProbe {
  streams?: RawStream[]
  format?: { duration?: string; format_name?: string; start_time?: string }
}

interface RawStream {
  index?: number
  codec_type?: string
  codec_name?: string
  profile?: string
  width?: number
  height?: number
  avg_frame_rate?: string
  r_frame_rate?: string
  sample_aspect_ratio?: string
  color_space?: string
  sample_rate?: string
  channels?: number
  duration?: string
  start_time?: string
  disposition?: { attached_pic?: number; default?: number; forced?: number }
  tags?: Partial<Record<string, string>>
  side_data_list?: { rotation?: number }[]
}

export type Fraction = readonly [number, number]

interface StreamBase {
  readonly index: number
  readonly codec: string
  /** As in the file, mostly ISO 639-2; empty where it says nothing. */
  readonly language: string
  readonly title: string
  readonly isDefault: boolean
  readonly startMs: number
  /** 0 where the file does not say. */
  readonly durationMs: number
}

export interface VideoFacts extends StreamBase {
  readonly kind: 'video'
  readonly codedWidth: number
  readonly codedHeight: number
  /** As a player shows it: pixel aspect and rotation applied. */
  readonly width: number
  readonly height: number
  /** Clockwise degrees by which a player turns the picture: 0, 90, 180 or 270. */
  readonly rotation: number
  readonly pixelAspect: Fraction
  /** Frames a second. */
  readonly rate: Fraction
  readonly isVariableRate: boolean
  /** False where the file only says how fine its clock is, as browsers record: `rate` has to be measured. */
  readonly isRateKnown: boolean
  /** Whether the file says how its colours are coded; where it doesn't, players take BT.709. */
  readonly hasColorSpace: boolean
}

export interface AudioFacts extends StreamBase {
  readonly kind: 'audio'
  /** Hertz. */
  readonly rate: number
  readonly channels: number
}

export interface SubtitleFacts extends StreamBase {
  readonly kind: 'subtitle'
  /** Text can become a version; pictures of text can't. */
  readonly isText: boolean
  readonly isForced: boolean
  /** How many lines it has, as programs that write Matroska note it; undefined where the file does not say. */
  readonly lines: number | undefined
}

interface OtherFacts extends StreamBase {
  /** `image`: a cover or a still, which is no video. */
  readonly kind: 'image' | 'other'
}

export type StreamFacts = VideoFacts | AudioFacts | SubtitleFacts | OtherFacts

export interface MediaFacts {
  /** ffmpeg's names of the format, joined by commas. */
  readonly container: string
  /** 0 where the file does not say. */
  readonly durationMs: number
  /** Smallest presentation time in the file. */
  readonly startMs: number
  readonly streams: readonly StreamFacts[]
}

/** Formats of still pictures and of text, which ffprobe reads as a video of one frame. */
const STILL = /(?:^|,)(?:[a-z0-9]+_pipe|image2|tty|subviewer|srt|webvtt|ass)(?:,|$)/

/** Fonts and covers are streams too; a file with more was made to cost much, and the rest of it is not read. */
const MOST_STREAMS = 4096

/** The facts of a file from ffprobe's output; times in milliseconds. */
export function readFacts(raw: RawProbe): MediaFacts {
  const container = raw.format?.format_name ?? ''
  const isStill = STILL.test(container)
  const all = (raw.streams ?? []).slice(0, MOST_STREAMS)
  const streams = all.map((stream, at) => readStream(stream, at, isStill))
  const longest = Math.max(0, ...all.map((stream) => ms(stream.duration)))
  return { container, durationMs: ms(raw.format?.duration) || longest, startMs: ms(raw.format?.start_time), streams }
}

function readStream(raw: RawStream, at: number, isStill: boolean): StreamFacts {
  const base = {
    index: raw.index ?? at,
    codec: raw.codec_name ?? '',
    language: raw.tags?.['language'] === 'und' ? '' : (raw.tags?.['language'] ?? ''),
    title: raw.tags?.['title'] ?? '',
    isDefault: raw.disposition?.default === 1,
    startMs: ms(raw.start_time),
    durationMs: ms(raw.duration) || clockMs(raw.tags?.['DURATION']),
  }
  if (raw.codec_type === 'video') {
    const { width = 0, height = 0 } = raw
    const isVideo = !isStill && raw.disposition?.attached_pic !== 1 && width > 0 && height > 0
    return isVideo ? { ...base, kind: 'video', ...pictureFacts(raw, width, height) } : { ...base, kind: 'image' }
  }
  if (raw.codec_type === 'audio') {
    return { ...base, kind: 'audio', rate: Number(raw.sample_rate ?? 0), channels: raw.channels ?? 0 }
  }
  if (raw.codec_type === 'subtitle') {
    const isForced = raw.disposition?.forced === 1
    return { ...base, kind: 'subtitle', isText: isTextSubtitle(base.codec), isForced, lines: notedLines(raw) }
  }
  return { ...base, kind: 'other' }
}

/** Statistics of mkvmerge; older ones have a language after the name. */
function notedLines({ tags }: RawStream): number | undefined {
  const [, noted] = Object.entries(tags ?? {}).find(([name]) => name.startsWith('NUMBER_OF_FRAMES')) ?? []
  const lines = Number(noted)
  return noted !== undefined && Number.isInteger(lines) && lines > 0 ? lines : undefined
}

function pictureFacts(
  raw: RawStream,
  codedWidth: number,
  codedHeight: number,
): Omit<VideoFacts, keyof StreamBase | 'kind'> {
  const pixelAspect = fraction(raw.sample_aspect_ratio, ':') ?? [1, 1]
  const wide = Math.round((codedWidth * pixelAspect[0]) / pixelAspect[1])
  const rotation = rotationOf(raw)
  const turned = rotation % 180 === 90
  const nominal = plausible(fraction(raw.r_frame_rate, '/'))
  const average = plausible(fraction(raw.avg_frame_rate, '/'))
  const isRateKnown = (nominal ?? average) !== undefined
  const isVariableRate = !isRateKnown || (nominal !== undefined && average !== undefined && differ(nominal, average))
  return {
    codedWidth,
    codedHeight,
    width: turned ? codedHeight : wide,
    height: turned ? wide : codedHeight,
    rotation,
    pixelAspect,
    // The average of a constant rate is off by the rounding of the length.
    rate: (isVariableRate ? average : nominal) ?? average ?? [25, 1],
    isVariableRate,
    isRateKnown,
    hasColorSpace: !['', 'unknown', 'unspecified'].includes(raw.color_space ?? ''),
  }
}

/** More frames a second than any camera of a film: a clock's ticks. */
const MAX_RATE = 300

function plausible(rate: Fraction | undefined): Fraction | undefined {
  return rate && rate[0] / rate[1] <= MAX_RATE ? rate : undefined
}

/** ffprobe gives the matrix's angle counter-clockwise; players turn the other way. */
function rotationOf(raw: RawStream): number {
  const matrix = raw.side_data_list?.find((data) => data.rotation !== undefined)?.rotation
  const clockwise = matrix === undefined ? Number(raw.tags?.['rotate'] ?? 0) : -matrix
  return ((Math.round(clockwise / 90) % 4) * 90 + 360) % 360
}

/** The rates of short files are exact only within a frame or so. */
const RATE_TOLERANCE = 0.005

function differ(a: Fraction, b: Fraction): boolean {
  const [x, y] = [a[0] / a[1], b[0] / b[1]]
  return Math.abs(x - y) > RATE_TOLERANCE * Math.max(x, y)
}

function fraction(text: string | undefined, separator: string): Fraction | undefined {
  const [a, b] = (text ?? '').split(separator).map(Number)
  return a && b ? [a, b] : undefined
}

function ms(seconds: string | undefined): number {
  const value = Math.round(Number(seconds ?? 0) * 1000)
  return Number.isFinite(value) ? value : 0
}

/** Matroska gives a track's length as hours, minutes and seconds. */
function clockMs(text: string | undefined): number {
  const [h = 0, m = 0, s] = (text ?? '').split(':').map(Number)
  return s === undefined ? 0 : ms(String((h * 60 + m) * 60 + s))
}

/** Of several videos the one with the most pixels; of equal ones the default, else the first. */
export function largestVideo<V extends Pick<VideoFacts, 'codedWidth' | 'codedHeight' | 'isDefault'>>(
  videos: readonly V[],
): V | undefined {
  const pixels = ({ codedWidth, codedHeight }: V): number => codedWidth * codedHeight
  // Sorting keeps the order of the file among equals.
  return videos.toSorted((a, b) => pixels(b) - pixels(a) || Number(b.isDefault) - Number(a.isDefault))[0]
}

/** The video of a file that has several: the largest. */
export function videoOf(facts: MediaFacts): VideoFacts | undefined {
  return largestVideo(facts.streams.filter((stream) => stream.kind === 'video'))
}

/** The first sound stream. */
export function audioOf(facts: MediaFacts): AudioFacts | undefined {
  return facts.streams.find((stream) => stream.kind === 'audio')
}

/** Frames a second of pictures that are shown at some times: seconds, in any order; a usual rate where it is one. */
export function rateOfTimes(times: readonly number[]): Fraction | undefined {
  if (times.length < 2) return undefined
  const sorted = [...times].sort((a, b) => a - b)
  return rateOfSpan(times.length, (sorted.at(-1) ?? 0) - (sorted[0] ?? 0))
}

/** Frames a second of `count` pictures of which the last begins `seconds` after the first. */
export function rateOfSpan(count: number, seconds: number): Fraction | undefined {
  if (count < 2 || !(seconds > 0)) return undefined
  const rate = parseFrameRate(((count - 1) / seconds).toFixed(3))
  return rate && plausible([rate.num, rate.den])
}

/** The same facts, with `isVariableRate`, and a rate that is not known, by the presentation times of frames: seconds, in any order. */
export function withFrameTimes(facts: MediaFacts, times: readonly number[]): MediaFacts {
  const isVariableRate = varies(times)
  const video = videoOf(facts)
  return {
    ...facts,
    streams: facts.streams.map((stream) => {
      if (stream.kind !== 'video' || stream !== video) return stream
      return { ...stream, isVariableRate, rate: stream.isRateKnown ? stream.rate : (rateOfTimes(times) ?? stream.rate) }
    }),
  }
}

/** Containers round to a millisecond: steps of a constant rate differ by that much either way. */
const ROUNDING_S = 0.0021

function varies(times: readonly number[]): boolean {
  const sorted = [...times].sort((a, b) => a - b)
  const steps = sorted.slice(1).map((time, at) => time - (sorted[at] ?? 0))
  return steps.length > 1 && Math.max(...steps) - Math.min(...steps) > ROUNDING_S
}

/**
 * What a player's clock shows at the file's first timestamp, in milliseconds. Players of MP4, Matroska and Ogg show the
 * file's own times: a late start stays, and sound that a codec needs before the start is not heard. Everything else is
 * only played after a conversion, which begins at 0.
 */
export function leadMs({ container, startMs }: MediaFacts): number {
  return /mp4|matroska|webm|ogg/.test(container) ? startMs : 0
}

/** The file's own presentation time of a time on the player's clock, in milliseconds. */
export function ownClock(facts: MediaFacts, ms: number): number {
  return ms - leadMs(facts) + facts.startMs
}

/** Where the video ends on the player's clock, in milliseconds. */
export function endMs(facts: MediaFacts): number {
  return Math.max(0, leadMs(facts)) + facts.durationMs
}

/** Whether a time in the middle can be found exactly without decoding everything before it. */
export function hasIndex({ container }: Pick<MediaFacts, 'container'>): boolean {
  return /mp4|matroska|webm|avi|wav|flac/.test(container)
}

/** Whether the container names all parameters of its codecs, so that the data need not be searched for them. */
export function isDescribed({ container }: MediaFacts): boolean {
  return /mp4|matroska|webm/.test(container)
}
