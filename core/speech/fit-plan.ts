import { fitLimits } from './fit-cost.ts'
import { type Place, type SearchBounds, type SearchLine, searchPlaces } from './fit-search.ts'

/** A line to be dubbed; times in milliseconds. */
export interface FitLine {
  readonly id: string
  /** Lines of one speaker never overlap; those of different ones may, as far as the original's did. */
  readonly speaker: string
  readonly start: number
  readonly end: number
  /** How long its speech is at rate 1. */
  readonly speechMs: number
  /** Shares of its length that shorter wordings have, each below 1. */
  readonly keeps?: readonly number[]
}

/**
 * How a line came out: it fits; begins or ends outside its cue; is faster; is worded shorter; has its time by a slower
 * picture; is too fast or left out.
 */
export const fitVerdicts = ['fits', 'borrowed', 'sped', 'shortened', 'slowed', 'does_not_fit'] as const
export type FitVerdict = (typeof fitVerdicts)[number]

/** Where one line is spoken, and what that took. */
export interface FitRow {
  readonly id: string
  readonly speaker: string
  /** When it is spoken, in milliseconds; both the cue's start where it is left out. */
  readonly start: number
  readonly end: number
  readonly rate: number
  readonly keep: number
  readonly isSpoken: boolean
  readonly verdict: FitVerdict
}

export interface FitOptions {
  /** Length of the video. */
  readonly mediaMs: number
}

/** Rates up to here pass for natural. */
const NATURAL_RATE = 1.06
const NATURAL_DRIFT_MS = 80

/**
 * Places all lines together so that the listener notices least: no two of one speaker overlap, rate and drift stay
 * within `fitLimits`, nothing is cut. A line that fits nowhere is faster than the limit or left out, and says so.
 */
export function planFit(lines: readonly FitLine[], { mediaMs }: FitOptions): FitRow[] {
  const searched = searchLines(lines)
  const rows = new Map<FitLine, FitRow>()
  for (const own of bySpeaker(lines).values()) place(own, searched, { from: 0, until: mediaMs }, rows)
  return inOrder(lines, rows)
}

/** Lines around a changed one that a change can still move. */
const WINDOW = 10

/**
 * The plan after some lines changed (by id): lines within `WINDOW` of them, of the same speaker, are placed again between
 * the others, which stay. `before` is the plan of the same lines; a line that it lacks counts as changed.
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
      // What stands around the window may be what leaves a line no room.
      if (window.some((line) => rows.get(line)?.isSpoken === false))
        place(own, searched, { from: 0, until: mediaMs }, rows)
    }
  }
  return inOrder(lines, rows)
}

/** The room between the last line that is spoken before a window and the first one after it. */
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

/** Ranges of indices around what is stale, those that touch as one. */
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

/** Each speaker's lines in time order. */
function bySpeaker(lines: readonly FitLine[]): Map<string, FitLine[]> {
  return Map.groupBy(
    [...lines].sort((a, b) => a.start - b.start || a.end - b.end),
    ({ speaker }) => speaker,
  )
}

/** The lines as the search wants them, each with the time up to which no other speaker is in its way. */
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

/** After another speaker's line, which may go on up to this one, a line starts no earlier than its cue. */
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
