import { formatTimecode, parseTimecode } from '../subtitle/text/timecode.ts'
import { type FrameRate, framesBetween, frameStart, nearestFrame } from '../domain/frames.ts'
import type { TimeRange } from './time-range.ts'
import { formatFrames, framePlaces, framesPerSecond, labelledFrame, readFrameLabel } from '../domain/frame-timecode.ts'

/** The user's notation of times. */
export interface TimeNotation {
  readonly unit: 'milliseconds' | 'frames'
  readonly rate: FrameRate
  /** Drop-frame labels, if the rate has them. */
  readonly drops: boolean
}

/** Milliseconds, without a video's rate. */
export const clockNotation: TimeNotation = { unit: 'milliseconds', rate: { num: 25, den: 1 }, drops: false }

/** Why a text is no time: malformed, or a skipped label. */
export type TimeFault = 'no_time' | 'no_such_frame'

/** `HH:MM:SS,mmm`, or the label of the nearest frame. */
export function writeTime(ms: number, { unit, rate, drops }: TimeNotation): string {
  return unit === 'frames' ? formatFrames(nearestFrame(ms, rate), rate, drops) : formatTimecode(ms)
}

/** `start → end`. */
export function writeSpan({ start, end }: TimeRange, notation: TimeNotation): string {
  return `${writeTime(start, notation)} → ${writeTime(end, notation)}`
}

/** The playhead's time: in milliseconds, or the label of the frame on screen. */
export function writeScreenTime(ms: number, frame: number, { unit, rate, drops }: TimeNotation): string {
  return unit === 'frames' ? formatFrames(frame, rate, drops) : formatTimecode(ms)
}

/**
 * Milliseconds of a time in any spelling: a timecode, a frame label (`;` means drop frame), `6.5` and `6` in seconds, `1h
 * 2m 3.5s`, `250 ms`, `90f`. After a third colon two digits are frames, three are milliseconds.
 */
export function readTime(written: string, { unit, rate }: Pick<TimeNotation, 'unit' | 'rate'>): number | TimeFault {
  // Full-width digits and marks of Chinese keyboards are accepted.
  const text = spread(written.normalize('NFKC'), unit)
  const label = unit === 'frames' || /[;:]\s*\d{1,2}\s*$/.test(text) ? readFrameLabel(text) : undefined
  if (!label) return parseTimecode(text) ?? readUnits(text, rate) ?? 'no_time'
  const frame = labelledFrame(label, rate, text.includes(';'))
  return frame === undefined ? 'no_such_frame' : frameStart(frame, rate)
}

/** A time's digits without separators: `HHMMSSmmm`, or `HHMMSSFF` in frames. */
function spread(text: string, unit: TimeNotation['unit']): string {
  const [, hours, minutes, seconds, rest] = /^\s*(\d\d)(\d\d)(\d\d)(\d{2,3})\s*$/.exec(text) ?? []
  if (rest?.length !== (unit === 'frames' ? 2 : 3)) return text
  return `${hours}:${minutes}:${seconds}${unit === 'frames' ? ':' : ','}${rest}`
}

const SECONDS = /^(?:\d{1,6}|\d{0,6}[.,]\d{1,9})$/
const UNITS = /^(?:(\d{1,3}) ?h(?: |$))?(?:(\d{1,4}) ?m(?:in)?(?: |$))?(?:(\d{1,6}(?:[.,]\d{1,9})?) ?s)?$/

/** Seconds with or without unit; milliseconds and frames by unit. */
function readUnits(text: string, rate: FrameRate): number | undefined {
  const trimmed = text.trim().replace(/\s+/g, ' ').toLowerCase()
  const counted = /^(\d{1,9}) ?(ms|f)$/.exec(trimmed)
  if (counted) return counted[2] === 'f' ? frameStart(Number(counted[1]), rate) : Number(counted[1])
  if (SECONDS.test(trimmed)) return seconds(trimmed)
  const parts = trimmed === '' ? null : UNITS.exec(trimmed.replace(/(?<=[hm])(?=\d)/g, ' '))
  return parts
    ? Number(parts[1] ?? 0) * 3_600_000 + Number(parts[2] ?? 0) * 60_000 + seconds(parts[3] ?? '0')
    : undefined
}

const seconds = (text: string): number => Math.round(Number(text.replace(',', '.')) * 1000)

/** The duration from `start` to `end` in seconds: `S,mmm`, or `S:FF` in frames of the grid. */
export function writeLength(start: number, end: number, { unit, rate }: TimeNotation): string {
  const count = Math.max(0, unit === 'frames' ? framesBetween(start, end, rate) : Math.round(end - start))
  const perSecond = unit === 'frames' ? framesPerSecond(rate) : 1000
  const places = unit === 'frames' ? framePlaces(rate) : 3
  const mark = unit === 'frames' ? ':' : ','
  return `${Math.floor(count / perSecond)}${mark}${String(count % perSecond).padStart(places, '0')}`
}

/** The end (ms) of a cue from `start` with a typed duration: `S:FF` in frames, else as `readTime`. */
export function readEndAfter(start: number, text: string, notation: TimeNotation): number | TimeFault {
  const { unit, rate } = notation
  const label = unit === 'frames' ? /^\s*(\d{1,6})\s*:\s*(\d{1,3})\s*$/.exec(text) : undefined
  if (!label) {
    const length = readTime(text, notation)
    return typeof length === 'number' ? start + length : length
  }
  const frames = Number(label[2])
  if (frames >= framesPerSecond(rate)) return 'no_such_frame'
  return frameStart(nearestFrame(start, rate) + Number(label[1]) * framesPerSecond(rate) + frames, rate)
}
