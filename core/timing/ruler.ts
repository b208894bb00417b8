import { formatClock } from '../subtitle/text/timecode.ts'
import { frameAt, type FrameRate, frameStart } from '../domain/frames.ts'
import { frameLabel, formatFrames, framesPerSecond, labelledFrame } from '../domain/frame-timecode.ts'
import type { TimeNotation } from './time-notation.ts'

/** A tick of a ruler; intermediate ones have no label. */
export interface RulerTick {
  readonly ms: number
  readonly label?: string
}

const BELOW_SECOND = [1, 2, 5, 10, 20, 50, 100, 200, 500]
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000]
const LONGEST = 36_000
const PARTS = 5
/** Most labels that drop frame skips at a minute. */
const MOST_LEFT_OUT = 4

/** Milliseconds between labels at least `least` ms apart, in natural steps. */
function labelStep(least: number): number {
  return [...BELOW_SECOND, ...SECONDS.map((seconds) => seconds * 1000)].find((step) => step >= least) ?? LONGEST * 1000
}

/**
 * The ticks from the one before `from` to `to` (ms), labels at least `least` ms apart. In frames each is at a frame's
 * start; a skipped label is replaced by the next valid one.
 */
export function rulerTicks(from: number, to: number, least: number, notation: TimeNotation): RulerTick[] {
  return notation.unit === 'frames' ? frameTicks(from, to, least, notation) : clockTicks(from, to, least)
}

function clockTicks(from: number, to: number, least: number): RulerTick[] {
  const step = labelStep(least)
  const ticks: RulerTick[] = []
  for (let ms = Math.floor(from / step) * step; ms <= to; ms += step) {
    ticks.push({ ms, label: step < 1000 ? formatClock(ms) : formatClock(ms).slice(0, -4) })
    for (let part = 1; part < PARTS && ms + (part * step) / PARTS < to; part++) {
      ticks.push({ ms: ms + (part * step) / PARTS })
    }
  }
  return ticks
}

/** Labels are counted without skipping, so that steps stay on whole seconds and minutes. */
function frameTicks(from: number, to: number, least: number, { rate, drops }: TimeNotation): RulerTick[] {
  const perSecond = framesPerSecond(rate)
  const step = frameStep((least * rate.num) / (1000 * rate.den), perSecond)
  const parts = [5, 4, 3, 2].find((count) => step % count === 0) ?? 1
  const minor = step / parts
  const first = labelCount(frameAt(Math.max(0, from), rate), rate, drops, perSecond)
  const ticks: RulerTick[] = []
  for (let count = Math.floor(first / step) * step; ; count += minor) {
    const frame = frameOfCount(count, rate, drops, count % step === 0 && step > MOST_LEFT_OUT)
    if (frame === undefined) continue
    const ms = frameStart(frame, rate)
    if (ms > to) return ticks
    ticks.push(count % step === 0 ? { ms, label: formatFrames(frame, rate, drops) } : { ms })
  }
}

/** Frames between labels: a divisor of a second, or whole seconds. */
function frameStep(least: number, perSecond: number): number {
  for (let step = 1; step < perSecond; step++) if (step >= least && perSecond % step === 0) return step
  return (SECONDS.find((seconds) => seconds * perSecond >= least) ?? LONGEST) * perSecond
}

function labelCount(frame: number, rate: FrameRate, drops: boolean, perSecond: number): number {
  const { hours, minutes, seconds, frames } = frameLabel(frame, rate, drops)
  return ((hours * 60 + minutes) * 60 + seconds) * perSecond + frames
}

/** The frame of a label by index; for a skipped one the next label's, or none. */
function frameOfCount(count: number, rate: FrameRate, drops: boolean, orNext: boolean): number | undefined {
  const perSecond = framesPerSecond(rate)
  const all = Math.floor(count / perSecond)
  const label = { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, seconds: all % 60 }
  for (let frames = count % perSecond; frames < perSecond; frames++) {
    const frame = labelledFrame({ ...label, frames }, rate, drops)
    if (frame !== undefined || !orNext) return frame
  }
  return undefined
}
