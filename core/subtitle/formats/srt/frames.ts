import { framesPerSecond, readFrameLabel, repairedFrame } from '../../../domain/frame-timecode.ts'
import { type FrameRate, frameStart } from '../../../domain/frames.ts'
import type { Problem } from '../../text/problem.ts'
import { formatTimecode } from '../../text/timecode.ts'
import { ARROW } from '../time-line.ts'

const LABEL = String.raw`\d{1,3}:[0-5]?\d:[0-5]?\d[:;]\d\d`
const TIMES = new RegExp(String.raw`^(\s*)(${LABEL})(\s*-->\s*)(${LABEL})(?=\s|$)`)
const ROWS = /[^\r\n]*-->[^\r\n]*/g

/** Default rate of frame times, if no frame exceeds it. */
const USUAL_RATES: readonly FrameRate[] = [
  { num: 25, den: 1 },
  { num: 30, den: 1 },
  { num: 60, den: 1 },
]

/** SubRip with frame times, `00:00:01:12`: the required rate, and the text in milliseconds. */
export interface CountedFrames {
  readonly rate: FrameRate
  readonly text: string
  /** The reported problem of an unknown rate. */
  readonly problem: Problem
}

/**
 * Reads SubRip that counts frames as SubRip. Undefined where any line of times says milliseconds, or has a frame that a second
 * of the rate has not.
 */
export function countedFrames(text: string, given: FrameRate | undefined): CountedFrames | undefined {
  const first = text.indexOf(ARROW)
  if (first < 0 || !TIMES.test(text.slice(text.lastIndexOf('\n', first) + 1, first + 32))) return undefined
  let highest = 0
  for (const [row] of text.matchAll(ROWS)) {
    const [, , from, , to] = TIMES.exec(row) ?? []
    if (from === undefined || to === undefined) return undefined
    highest = Math.max(highest, Number(from.slice(-2)), Number(to.slice(-2)))
  }
  const rate = [given ?? USUAL_RATES].flat().find((one) => highest < framesPerSecond(one))
  if (!rate) return undefined
  const times = text.slice(text.lastIndexOf('\n', first) + 1).split(/[\r\n]/, 1)[0] ?? ''
  return {
    rate,
    text: text.replace(ROWS, (row) =>
      row.replace(
        TIMES,
        (_, blank: string, from: string, between: string, to: string) =>
          `${blank}${milliseconds(from, rate)}${between}${milliseconds(to, rate)}`,
      ),
    ),
    problem: { line: text.slice(0, first).split(/\r\n?|\n/).length, kind: 'frames_without_rate', text: times },
  }
}

function milliseconds(label: string, rate: FrameRate): string {
  const parts = readFrameLabel(label)
  const frame = parts && repairedFrame(parts, rate, label.includes(';'))
  return frame === undefined ? label : formatTimecode(frameStart(frame, rate))
}
