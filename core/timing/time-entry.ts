import {
  canDropFrames,
  formatFrames,
  framesPerSecond,
  labelledFrame,
  readFrameLabel,
} from '../domain/frame-timecode.ts'
import { formatTimecode, parseTimecode } from '../subtitle/text/timecode.ts'
import type { TimeNotation } from './time-notation.ts'

/** The content of a time field: digit groups with separators, and the caret. */
export interface TimeEntry {
  readonly text: string
  readonly caret: number
}

const isDigit = (letter: string | undefined): boolean => letter !== undefined && letter >= '0' && letter <= '9'

/** Whether two texts have the same separators in the same places; the first group may have any length. */
export function hasShapeOf(text: string, model: string): boolean {
  return shapeOf(text) === shapeOf(model)
}

const shapeOf = (text: string): string => text.replace(/^\d+/, '0').replace(/\d/g, '0')

/** Moves the caret before a digit, or to the end: it never stays before a separator. */
function beforeDigit(text: string, caret: number): TimeEntry {
  let at = Math.min(Math.max(0, caret), text.length)
  while (at < text.length && !isDigit(text[at])) at++
  return { text, caret: at }
}

/** Replaces the digit at the caret; at the end there is no room. */
export function typeDigit(entry: TimeEntry, digit: string): TimeEntry {
  const { text, caret } = beforeDigit(entry.text, entry.caret)
  if (caret === text.length) return { text, caret }
  return beforeDigit(text.slice(0, caret) + digit + text.slice(caret + 1), caret + 1)
}

/** A separator moves the caret to the next group; directly behind one it has no effect. */
export function typeSeparator({ text, caret }: TimeEntry): TimeEntry {
  if (caret > 0 && !isDigit(text[caret - 1])) return beforeDigit(text, caret)
  let at = caret
  while (at < text.length && isDigit(text[at])) at++
  return beforeDigit(text, at)
}

/** Sets the digit before the caret to 0 and moves the caret before it. */
export function eraseBefore(entry: TimeEntry): TimeEntry {
  const { text, caret } = moveCaret(entry, -1)
  return caret < entry.caret ? { text: `${text.slice(0, caret)}0${text.slice(caret + 1)}`, caret } : { text, caret }
}

/** Sets the digit at the caret to 0 and moves the caret behind it. */
export function eraseAfter(entry: TimeEntry): TimeEntry {
  return typeDigit(entry, '0')
}

/** Moves to the digit before or after the caret, skipping separators. */
export function moveCaret({ text, caret }: TimeEntry, by: 1 | -1): TimeEntry {
  if (by > 0) return beforeDigit(text, beforeDigit(text, caret).caret + 1)
  let at = Math.min(caret, text.length) - 1
  while (at > 0 && !isDigit(text[at])) at--
  return { text, caret: Math.max(0, at) }
}

/** Seconds of a group of a timecode: hours, minutes, seconds. */
const GROUP_SECONDS = [3600, 60, 1]

/**
 * Steps the group at the caret: hours, minutes, seconds, frames; of milliseconds the digit at the caret. Never below
 * zero; undefined for an invalid time.
 */
export function stepEntry(entry: TimeEntry, by: 1 | -1, notation: TimeNotation): TimeEntry | undefined {
  const { text, caret } = entry
  const group = text.slice(0, caret).replace(/\d/g, '').length
  const stepped =
    notation.unit === 'frames' ? stepFrames(text, group, by, notation) : stepMs(text, group, caret - text.length, by)
  if (stepped === undefined) return undefined
  // The caret keeps its distance from the end: hours may have gained a digit.
  return beforeDigit(stepped, caret + stepped.length - text.length)
}

function stepMs(text: string, group: number, fromEnd: number, by: number): string | undefined {
  const ms = parseTimecode(text)
  if (ms === undefined) return undefined
  const seconds = GROUP_SECONDS[group]
  const step = seconds === undefined ? 10 ** Math.max(0, -fromEnd - 1) : seconds * 1000
  return ms + by * step < 0 ? text : formatTimecode(ms + by * step)
}

function stepFrames(text: string, group: number, by: number, { rate, drops }: TimeNotation): string | undefined {
  const label = readFrameLabel(text)
  const frame = label && labelledFrame(label, rate, drops)
  if (!label || frame === undefined) return undefined
  const seconds = GROUP_SECONDS[group]
  if (seconds === undefined) return frame + by < 0 ? text : formatFrames(frame + by, rate, drops)
  const total = label.hours * 3600 + label.minutes * 60 + label.seconds + by * seconds
  if (total < 0) return text
  const next = { hours: Math.floor(total / 3600), minutes: Math.floor(total / 60) % 60, seconds: total % 60 }
  // Steps over skipped labels.
  const first = drops && canDropFrames(rate) ? framesPerSecond(rate) / 15 : 0
  const stepped = labelledFrame({ ...next, frames: label.frames }, rate, drops)
  return formatFrames(stepped ?? labelledFrame({ ...next, frames: first }, rate, drops) ?? frame, rate, drops)
}

/** Like `stepEntry` for a length in seconds as written by `writeLength`. */
export function stepLength(entry: TimeEntry, by: 1 | -1, { unit, rate }: TimeNotation): TimeEntry | undefined {
  const { text, caret } = entry
  const match = /^(\d+)([,:])(\d+)$/.exec(text)
  if (!match) return undefined
  const [, whole = '', mark = '', part = ''] = match
  const perSecond = unit === 'frames' ? framesPerSecond(rate) : 1000
  const place = unit === 'frames' ? 1 : 10 ** Math.max(0, text.length - caret - 1)
  const count = Number(whole) * perSecond + Number(part) + by * (caret <= whole.length ? perSecond : place)
  if (count < 0) return entry
  const stepped = `${Math.floor(count / perSecond)}${mark}${String(count % perSecond).padStart(part.length, '0')}`
  return beforeDigit(stepped, caret + stepped.length - text.length)
}
