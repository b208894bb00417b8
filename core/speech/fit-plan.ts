import { fitLimits } from './fit-cost.ts'
import { type Place, type SearchBounds, type SearchLine, searchPlaces } from './fit-search.ts'

/** A line to dub; times in milliseconds. */
export interface FitLine {
  readonly id: string
  /** Lines of one speaker never overlap; those of different speakers may, as in the original. */
  readonly speaker: string
  readonly start: number
  readonly end: number
  /** Duration of its speech at rate 1. */
  readonly speechMs: number
  /** Relative lengths of shorter wordings, each below 1. */
  readonly keeps?: readonly number[]
}

/**
 * Result of a line: it fits; exceeds its cue; is faster; is shortened; has time by a slower picture; or is too fast or
 * left out.
 */
export const fitVerdicts = ['fits', 'borrowed', 'sped', 'shortened', 'slowed', 'does_not_fit'] as const
export type FitVerdict = (typeof fitVerdicts)[number]

/** Place of a line, and what it took. */
export interface FitRow {
  readonly id: string
  readonly speaker: string
  /** Times of the speech in milliseconds; both are the cue's start if the line is left out. */
  readonly start: number
  readonly end: number
  readonly rate: number
  readonly keep: number
  readonly isSpoken: boolean
  readonly verdict: FitVerdict
}

export interface FitOptions {
  /** Duration of the video. */
  readonly mediaMs: number
}

/** Rates up to this sound natural. */
const NATURAL_RATE = 1.06
const NATURAL_DRIFT_MS = 80

/**
 * Places all lines with the least noticeable changes: lines of a speaker never overlap, and nothing is cut. A line that
 * does not fit exceeds `fitLimits` or is left out, and its verdict says so.
 */
export function planFit(lines: readonly FitLine[], { mediaMs }: FitOptions): FitRow[] {
  const searched = searchLines(lines)
  const rows = new Map<FitLine, FitRow>()
  for (const own of bySpeaker(lines).values()) place(own, searched, { from: 0, until: mediaMs }, rows)
  return inOrder(lines, rows)
}

/** Number of lines around a changed one that it can affect. */
const WINDOW = 10

/**
 * The plan after lines changed (by id): only lines of the same speaker within `WINDOW` are placed again. `before` is
 * the earlier plan; a line missing from it counts as changed.
 */
export function replanFit(
  lines: readonly FitLine[],
  before: readonly FitRow[],
  changed: ReadonlySet<string>,
  { mediaMs }: FitOptions,
): FitRow[] {
  const kept = new Map(before.map((row) => [row.id, row]))
  const searched = searchLines(lines)
  const rows = new Map<FitLine, FitRow>()
  for (const own of bySpeaker(lines).values()) {
    for (const line of own) {
      const row = kept.get(line.id)
      if (row) rows.set(line, row)
    }
    const isStale = own.map(({ id, speaker }) => changed.has(id) || kept.get(id)?.speaker !== speaker)
    for (const [from, to] of windows(isStale)) {
      const window = own.slice(from, to)
      place(window, searched, boundsOf(own, from, to, rows, mediaMs), rows)
      // Lines around the window may be what leaves a line no room.
      if (window.some((line) => rows.get(line)?.isSpoken === false))
        place(own, searched, { from: 0, until: mediaMs }, rows)
    }
  }
  return inOrder(lines, rows)
}

/** Time between the last spoken line before a window and the first one after it. */
function boundsOf(
  own: readonly FitLine[],
  from: number,
  to: number,
  rows: ReadonlyMap<FitLine, FitRow>,
  mediaMs: number,
): SearchBounds {
  const spoken = (line: FitLine): FitRow | undefined => (rows.get(line)?.isSpoken ? rows.get(line) : undefined)
  const previous = own.slice(0, from).findLast(spoken)
  const next = own.slice(to).find(spoken)
  const before = previous && rows.get(previous)
  const after = next && rows.get(next)
  return {
    from: before ? before.end + fitLimits.guardMs : 0,
    until: after ? Math.min(mediaMs, after.start - fitLimits.guardMs) : mediaMs,
    rateBefore: before?.rate,
  }
}

/** Ranges of indexes around stale lines; touching ones are merged. */
function windows(isStale: readonly boolean[]): [number, number][] {
  const found: [number, number][] = []
  for (const [at, stale] of isStale.entries()) {
    if (!stale) continue
    const from = Math.max(0, at - WINDOW)
    const to = Math.min(isStale.length, at + WINDOW + 1)
    const last = found.at(-1)
    if (last && from <= last[1]) last[1] = to
    else found.push([from, to])
  }
  return found
}

function place(
  own: readonly FitLine[],
  searched: ReadonlyMap<FitLine, SearchLine>,
  bounds: SearchBounds,
  rows: Map<FitLine, FitRow>,
): void {
  const wanted = own.flatMap((line) => searched.get(line) ?? [])
  const places = searchPlaces(wanted, bounds)
  for (const [index, line] of own.entries()) rows.set(line, rowOf(line, places[index]))
}

function inOrder(lines: readonly FitLine[], rows: ReadonlyMap<FitLine, FitRow>): FitRow[] {
  return lines.map((line) => rows.get(line) ?? rowOf(line, undefined))
}

/** Lines of each speaker in time order. */
function bySpeaker(lines: readonly FitLine[]): Map<string, FitLine[]> {
  return Map.groupBy(
    [...lines].sort((a, b) => a.start - b.start || a.end - b.end),
    ({ speaker }) => speaker,
  )
}

/** Lines for the search, each with the time up to which no other speaker follows. */
function searchLines(lines: readonly FitLine[]): Map<FitLine, SearchLine> {
  const found = new Map<FitLine, SearchLine>()
  let next: FitLine | undefined
  let nextOther: FitLine | undefined
  for (const line of [...lines].sort((a, b) => b.start - a.start || b.end - a.end)) {
    const other = next?.speaker === line.speaker ? nextOther : next
    const freeUntil = Math.max(line.end, other?.start ?? Infinity)
    found.set(line, { ...line, keeps: [1, ...(line.keeps ?? [])], freeUntil, freeFrom: -Infinity })
    if (next && next.speaker !== line.speaker) nextOther = next
    next = line
  }
  return withFreeFrom(found)
}

/** After another speaker's line, which may extend up to this one, a line starts no earlier than its cue. */
function withFreeFrom(lines: ReadonlyMap<FitLine, SearchLine>): Map<FitLine, SearchLine> {
  let before: FitLine | undefined
  const found = new Map<FitLine, SearchLine>()
  for (const [line, searched] of [...lines].sort(([a], [b]) => a.start - b.start || a.end - b.end)) {
    const isAfterOther = before !== undefined && before.speaker !== line.speaker
    found.set(line, isAfterOther ? { ...searched, freeFrom: line.start } : searched)
    before = line
  }
  return found
}

function rowOf(line: FitLine, place: Place | undefined): FitRow {
  const { id, speaker, start } = line
  if (!place) {
    return { id, speaker, start, end: start, rate: 1, keep: 0, isSpoken: false, verdict: 'does_not_fit' }
  }
  const { delayMs, rate, keep, end } = place
  return { id, speaker, start: start + delayMs, end, rate, keep, isSpoken: true, verdict: verdictOf(line, place) }
}

function verdictOf(line: FitLine, { delayMs, rate, keep, end }: Place): FitVerdict {
  if (rate > fitLimits.greatestRate) return 'does_not_fit'
  if (keep < 1) return 'shortened'
  if (rate > NATURAL_RATE) return 'sped'
  return Math.abs(delayMs) > NATURAL_DRIFT_MS || end > line.end ? 'borrowed' : 'fits'
}
