import { type FrameRate } from './frames.ts'

/*
 * SMPTE ST 12-1 timecode `HH:MM:SS:FF`, with the frame rate rounded to labels a second. At 29.97 and 59.94 drop-frame
 * timecode `HH:MM:SS;FF` skips 2 (or 4) labels each minute but every tenth, to keep to the clock.
 */

/** The parts of a label; `frames` is below the labels a second. */
export interface FrameLabel {
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  readonly frames: number
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** Labels a second: 24 at 23.976, 30 at 29.97; at least 1. */
export function framesPerSecond({ num, den }: FrameRate): number {
  return Math.max(1, Math.round(num / den))
}

/** Whether drop-frame timecode is defined at a rate: 29.97 and 59.94 (SMPTE ST 12-1). */
export function canDropFrames({ num, den }: FrameRate): boolean {
  return num * 1001 === 30_000 * den || num * 1001 === 60_000 * den
}

/** Labels skipped at a minute: 2 at 29.97, 4 at 59.94, none without drop frame. */
function droppedLabels(rate: FrameRate, drops: boolean): number {
  return drops && canDropFrames(rate) ? framesPerSecond(rate) / 15 : 0
}

/** The label of a frame, counted from 0; frames before 0 get the label of 0. */
export function frameLabel(frame: number, rate: FrameRate, drops: boolean): FrameLabel {
  const perSecond = framesPerSecond(rate)
  const count = withDropped(Math.max(0, frame), perSecond, droppedLabels(rate, drops))
  const seconds = Math.floor(count / perSecond)
  return {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
    frames: count % perSecond,
  }
}

/** The index of a frame among all labels, including skipped ones. */
function withDropped(frame: number, perSecond: number, dropped: number): number {
  if (dropped === 0) return frame
  const minute = perSecond * 60 - dropped
  const tenMinutes = minute * 10 + dropped
  const tens = Math.floor(frame / tenMinutes)
  // The first of ten minutes is complete.
  const minutes = Math.max(0, Math.floor(((frame % tenMinutes) - dropped) / minute))
  return frame + dropped * (tens * 9 + minutes)
}

/** The frame of a label; undefined for an invalid or skipped label. */
export function labelledFrame(label: FrameLabel, rate: FrameRate, drops: boolean): number | undefined {
  const { hours, minutes, seconds, frames } = label
  const perSecond = framesPerSecond(rate)
  if (minutes > 59 || seconds > 59 || frames >= perSecond) return undefined
  const dropped = droppedLabels(rate, drops)
  if (seconds === 0 && frames < dropped && minutes % 10 !== 0) return undefined
  const allMinutes = hours * 60 + minutes
  const passed = dropped * (allMinutes - Math.floor(allMinutes / 10))
  return (allMinutes * 60 + seconds) * perSecond + frames - passed
}

/**
 * The frame of an invalid label: surplus frames count past the second, and a skipped label means the next one. Undefined
 * for minutes or seconds above 59.
 */
export function repairedFrame(label: FrameLabel, rate: FrameRate, drops: boolean): number | undefined {
  const most = framesPerSecond(rate) - 1
  const over = Math.max(0, label.frames - most)
  const frames = over > 0 ? most : Math.max(label.frames, droppedLabels(rate, drops))
  const frame = labelledFrame({ ...label, frames }, rate, drops)
  return frame === undefined ? undefined : frame + over
}

/** `HH:MM:SS:FF`, or `HH:MM:SS;FF` with drop frame; from 101 frames a second on they take three digits. */
export function formatFrames(frame: number, rate: FrameRate, drops: boolean): string {
  const { hours, minutes, seconds, frames } = frameLabel(frame, rate, drops)
  const mark = droppedLabels(rate, drops) > 0 ? ';' : ':'
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds, 2)}${mark}${pad(frames, framePlaces(rate))}`
}

/** Digits of frames in a label: 2, or 3 above 100 frames a second. */
export function framePlaces(rate: FrameRate): number {
  return Math.max(2, String(framesPerSecond(rate) - 1).length)
}

const LABEL = /^\s*(\d{1,4})\s*:\s*(\d{1,2})\s*:\s*(\d{1,2})\s*[:;]\s*(\d{1,3})\s*$/

/** The parts of `HH:MM:SS:FF`, with `;` or `:` before the frames; undefined for anything else. */
export function readFrameLabel(text: string): FrameLabel | undefined {
  const match = LABEL.exec(text)
  if (!match) return undefined
  const [hours, minutes, seconds, frames] = match.slice(1).map(Number)
  if (hours === undefined || minutes === undefined || seconds === undefined || frames === undefined) return undefined
  return { hours, minutes, seconds, frames }
}
