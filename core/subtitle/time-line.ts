import { parseTimecode } from './timecode.ts'

export const ARROW = '-->'

/** The line of a cue's times, in milliseconds. */
export interface TimeLine {
  readonly start: number
  readonly end: number
  /** What follows the end time: SubRip's coordinates, WebVTT's settings. */
  readonly tail: string
}

/** No time is longer than this; a longer one is not parsed at all. */
const MAX_STAMP = 64

/** `00:00:01,000 --> 00:00:02,000 X1:…` in every spelling that `parseTimecode` takes; undefined for anything else. */
export function parseTimeLine(line: string): TimeLine | undefined {
  const arrow = line.indexOf(ARROW)
  if (arrow < 0 || arrow > MAX_STAMP) return undefined
  const start = parseTimecode(line.slice(0, arrow))
  if (start === undefined) return undefined
  const rest = line.slice(arrow + ARROW.length)
  const length = stampLength(rest)
  const end = length > MAX_STAMP ? undefined : parseTimecode(rest.slice(0, length))
  const tail = rest.slice(length).trim()
  return end === undefined || !isTail(tail) ? undefined : { start, end, tail }
}

function stampLength(text: string): number {
  let at = 0
  while (at < text.length && at <= MAX_STAMP && /[\d\s:,.-]/.test(text.charAt(at))) at++
  return at
}

const TAIL_WORD = /^[A-Za-z][A-Za-z0-9]*:\S+$/

function isTail(tail: string): boolean {
  return tail === '' || tail.split(/\s+/).every((word) => TAIL_WORD.test(word))
}
