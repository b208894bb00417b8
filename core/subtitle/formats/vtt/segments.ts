import { moveWordTimes } from '../../cue/word-times.ts'

/* Concatenated segments of an HLS stream (RFC 8216, section 3.5): each has a head that maps its clock to the stream's. */

/** A cue as in the file; the text still has WebVTT's markup. */
export interface VttCue {
  readonly identifier: string
  readonly start: number
  readonly end: number
  readonly settings: string
  readonly payload: string
  /** Line of the times, from 1. */
  readonly line: number
  /** Content before this cue: notes, styles, regions, unattached text. */
  readonly before: string
}

type Joined = { -readonly [name in keyof VttCue]: VttCue[name] }

/** A head within a file, before the cue with an index. */
export interface SegmentHead {
  readonly cue: number
  readonly text: string
}

/** State of the segments before a place in a file. */
export interface SegmentClock {
  /** Whether there was a second head. */
  segments: boolean
  /** Offset in milliseconds from the stream's clock to the first segment's. */
  base: number | undefined
  /** Offset in milliseconds of this segment's cues. */
  shift: number
  /** The last cue of each text in the segments before. */
  readonly before: Map<string, Joined>
}

export const segmentClock = (): SegmentClock => ({ segments: false, base: undefined, shift: 0, before: new Map() })

/** The first line of a head. */
export const isSegmentHead = (line: string): boolean => /^\uFEFF?WEBVTT(?:[ \t]|$)/.test(line)

const MAP = /^X-TIMESTAMP-MAP=(.+)$/m
/** MPEG's clock has 33 bits. */
const ROUND = 2 ** 33
const TICKS = 90

/** Offset in milliseconds from a segment's clock to the stream's; undefined if a head does not have it. */
function mapOf(head: string): number | undefined {
  const map = MAP.exec(head)?.[1] ?? ''
  const ticks = /\bMPEGTS:(\d{1,12})\b/.exec(map)?.[1]
  const [, hours = '0', minutes, seconds, fraction] = /\bLOCAL:(?:(\d+):)?(\d\d):(\d\d)\.(\d{3})/.exec(map) ?? []
  if (ticks === undefined || minutes === undefined) return undefined
  const local = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction)
  return Number(ticks) / TICKS - local
}

/** Adds a head: following cues use its clock. */
function enter(clock: SegmentClock, head: string): void {
  const map = mapOf(head)
  if (map === undefined) return
  clock.base ??= map
  const apart = map - clock.base
  const round = ROUND / TICKS
  clock.shift = Math.round(apart - round * Math.round(apart / round))
}

/** The cues with the stream's times; one that a later segment repeats or continues appears once. */
export function joinSegments(
  header: string,
  cues: readonly VttCue[],
  heads: readonly SegmentHead[],
  clock: SegmentClock,
): VttCue[] {
  if (!clock.segments) enter(clock, header)
  clock.segments = true
  const out: VttCue[] = []
  let own = new Map<string, Joined>()
  const next = (): void => {
    for (const [key, cue] of own) clock.before.set(key, cue)
    own = new Map()
  }
  let at = 0
  let passed = ''
  for (const [index, cue] of cues.entries()) {
    for (; heads[at] && heads[at]!.cue <= index; at++) {
      next()
      enter(clock, heads[at]!.text)
    }
    const moved = shifted(cue, clock.shift)
    const key = `${moved.settings}\n${moved.payload}`
    const known = clock.before.get(key)
    if (known && moved.start >= known.start && moved.start <= known.end) {
      known.end = Math.max(known.end, moved.end)
      passed = joined(passed, moved.before)
      continue
    }
    moved.before = joined(passed, moved.before)
    passed = ''
    out.push(moved)
    own.set(key, moved)
  }
  next()
  for (const { text } of heads.slice(at)) enter(clock, text)
  return out
}

const joined = (a: string, b: string): string => (a && b ? `${a}\n\n${b}` : a || b)

function shifted(cue: VttCue, by: number): Joined {
  if (by === 0) return { ...cue }
  const [start, end] = [Math.max(0, cue.start + by), Math.max(0, cue.end + by)]
  return { ...cue, start, end, payload: moveWordTimes(cue.payload, (ms) => Math.max(0, ms + by)) }
}
