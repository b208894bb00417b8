import { parseFrameRate } from '../domain/frames.ts'
import { type AssumedColours, assumedColours } from './colours.ts'
import { isTextSubtitle } from './subtitle-codecs.ts'

/** The used part of ffprobe's output for `probeArgs`. */
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
  /** As in the file, mostly ISO 639-2; empty if undeclared. */
  readonly language: string
  readonly title: string
  readonly isDefault: boolean
  readonly startMs: number
  /** 0 if undeclared. */
  readonly durationMs: number
}

export interface VideoFacts extends StreamBase {
  readonly kind: 'video'
  readonly codedWidth: number
  readonly codedHeight: number
  /** Displayed size, with pixel aspect and rotation applied. */
  readonly width: number
  readonly height: number
  /** Clockwise rotation in degrees: 0, 90, 180 or 270. */
  readonly rotation: number
  readonly pixelAspect: Fraction
  /** Frames a second. */
  readonly rate: Fraction
  readonly isVariableRate: boolean
  /** False if the file only declares its clock, as browsers' recordings do: `rate` must be measured. */
  readonly isRateKnown: boolean
  /** Colour coding that players assume, where the file declares none. */
  readonly assumedColours: AssumedColours | undefined
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
  /** Number of cues, as Matroska writers note it; undefined if undeclared. */
  readonly lines: number | undefined
}

interface OtherFacts extends StreamBase {
  /** `image`: a cover or a still, which is no video. */
  readonly kind: 'image' | 'other'
}

export type StreamFacts = VideoFacts | AudioFacts | SubtitleFacts | OtherFacts

export interface MediaFacts {
  /** ffmpeg's format names, joined by commas. */
  readonly container: string
  /** 0 if undeclared. */
  readonly durationMs: number
  /** Smallest presentation time in the file. */
  readonly startMs: number
  readonly streams: readonly StreamFacts[]
}

/** Formats of still pictures and text, which ffprobe reads as one-frame videos. */
const STILL = /(?:^|,)(?:[a-z0-9]+_pipe|image2|tty|subviewer|srt|webvtt|ass)(?:,|$)/

/** Fonts and covers are streams too; a file with more was crafted to be expensive, and the rest is ignored. */
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

/** mkvmerge's statistics; older ones append a language to the name. */
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
  const isDeclared = !['', 'unknown', 'unspecified'].includes(raw.color_space ?? '')
  const isRateKnown = (nominal ?? average) !== undefined
  const isVariableRate = !isRateKnown || (nominal !== undefined && average !== undefined && differ(nominal, average))
  return {
    codedWidth,
    codedHeight,
    width: turned ? codedHeight : wide,
    height: turned ? wide : codedHeight,
    rotation,
    pixelAspect,
    // The average of a constant rate is off by the length's rounding.
    rate: (isVariableRate ? average : nominal) ?? average ?? [25, 1],
    isVariableRate,
    isRateKnown,
    assumedColours: isDeclared ? undefined : assumedColours(codedHeight),
  }
}

/** Above any camera's rate: a clock's ticks. */
const MAX_RATE = 300

function plausible(rate: Fraction | undefined): Fraction | undefined {
  return rate && rate[0] / rate[1] <= MAX_RATE ? rate : undefined
}

/** ffprobe gives the matrix's angle counter-clockwise; players rotate clockwise. */
function rotationOf(raw: RawStream): number {
  const matrix = raw.side_data_list?.find((data) => data.rotation !== undefined)?.rotation
  const clockwise = matrix === undefined ? Number(raw.tags?.['rotate'] ?? 0) : -matrix
  return ((Math.round(clockwise / 90) % 4) * 90 + 360) % 360
}

/** Rates of short files are exact only within about a frame. */
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

/** Of several videos the one with most pixels; of equal ones the default, else the first. */
export function largestVideo<V extends Pick<VideoFacts, 'codedWidth' | 'codedHeight' | 'isDefault'>>(
  videos: readonly V[],
): V | undefined {
  const pixels = ({ codedWidth, codedHeight }: V): number => codedWidth * codedHeight
  // The sort is stable: equals keep the file's order.
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

/** Frame rate of pictures shown at these times in seconds, in any order; snapped to a usual rate. */
export function rateOfTimes(times: readonly number[]): Fraction | undefined {
  if (times.length < 2) return undefined
  const sorted = [...times].sort((a, b) => a - b)
  return rateOfSpan(times.length, (sorted.at(-1) ?? 0) - (sorted[0] ?? 0))
}

/** Frame rate of `count` pictures of which the last begins `seconds` after the first. */
export function rateOfSpan(count: number, seconds: number): Fraction | undefined {
  if (count < 2 || !(seconds > 0)) return undefined
  const rate = parseFrameRate(((count - 1) / seconds).toFixed(3))
  return rate && plausible([rate.num, rate.den])
}

/**
 * The same facts with `isVariableRate`, and an unknown rate filled in, from presentation times in seconds, in any order.
 */
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

/** Containers round to a millisecond, so steps of a constant rate vary by that much. */
const ROUNDING_S = 0.0021

function varies(times: readonly number[]): boolean {
  const sorted = [...times].sort((a, b) => a - b)
  const steps = sorted.slice(1).map((time, at) => time - (sorted[at] ?? 0))
  return steps.length > 1 && Math.max(...steps) - Math.min(...steps) > ROUNDING_S
}

/**
 * A player's clock at the file's first timestamp, in milliseconds. MP4, Matroska and Ogg play with the file's own times,
 * without pre-roll sound; everything else is converted and begins at 0.
 */
export function leadMs({ container, startMs }: MediaFacts): number {
  return /mp4|matroska|webm|ogg/.test(container) ? startMs : 0
}

/** The file's presentation time of a player's time, in milliseconds. */
export function ownClock(facts: MediaFacts, ms: number): number {
  return ms - leadMs(facts) + facts.startMs
}

/** The video's end on the player's clock, in milliseconds. */
export function endMs(facts: MediaFacts): number {
  return Math.max(0, leadMs(facts)) + facts.durationMs
}

/** Whether seeking to a time in the middle is exact. */
export function hasIndex({ container }: Pick<MediaFacts, 'container'>): boolean {
  return /mp4|matroska|webm|avi|wav|flac/.test(container)
}

/** Whether the container declares all codec parameters, so that the data need not be probed. */
export function isDescribed({ container }: MediaFacts): boolean {
  return /mp4|matroska|webm/.test(container)
}
