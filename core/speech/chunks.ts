import type { TimeRange } from '../timing/time-range.ts'
import type { Word } from './words.ts'

/** How a recording is divided; milliseconds. */
export interface PieceRules {
  /** A piece ends at the first pause after this. */
  readonly target: number
  /** Maximum length of a piece. */
  readonly most: number
  /** Where to cut speech without a pause, within a range; equal parts if left out. */
  readonly quietest?: ((range: TimeRange) => number) | undefined
}

/** A pause of this length ends a piece with at least `ENOUGH` speech. */
const LONG_PAUSE = 2000
const ENOUGH = 8000
/** Sound kept before and after speech. */
const PAD = 250

/**
 * Pieces of a recording that contain all speech and start and end in pauses, without the silence between. Speech
 * without a pause is cut where necessary. All in milliseconds.
 */
export function speechPieces(spans: readonly TimeRange[], durationMs: number, rules: PieceRules): TimeRange[] {
  const { target, most } = rules
  const pieces: { start: number; end: number }[] = []
  for (const span of spans.flatMap((each) => cutLong(each, rules))) {
    const last = pieces.at(-1)
    const isFar = last && span.start - last.end >= LONG_PAUSE && last.end - last.start >= ENOUGH
    const isFull = last && (last.end - last.start >= target || span.end - last.start > most)
    if (!last || isFar || isFull) pieces.push({ ...span })
    else last.end = span.end
  }
  return pieces.map(({ start, end }, index) => {
    const before = pieces[index - 1]?.end ?? 0
    const after = pieces[index + 1]?.start ?? durationMs
    return {
      start: Math.max(start - PAD, Math.ceil((before + start) / 2), 0),
      end: Math.min(end + PAD, Math.floor((end + after) / 2), durationMs),
    }
  })
}

function cutLong({ start, end }: TimeRange, { most, quietest }: PieceRules): TimeRange[] {
  if (quietest) return cutQuietly({ start, end }, most, quietest)
  const count = Math.max(1, Math.ceil((end - start) / most))
  const at = (index: number): number => Math.round(start + ((end - start) * index) / count)
  return Array.from({ length: count }, (_, index) => ({ start: at(index), end: at(index + 1) }))
}

function cutQuietly(range: TimeRange, most: number, quietest: (range: TimeRange) => number): TimeRange[] {
  const parts: TimeRange[] = []
  let { start } = range
  while (range.end - start > most) {
    const within = { start: start + most / 2, end: Math.min(start + most, range.end - most / 10) }
    const cut = Math.round(Math.min(within.end, Math.max(within.start, quietest(within))))
    parts.push({ start, end: cut })
    start = cut
  }
  return [...parts, { start, end: range.end }]
}

/** Words of a piece at their times in the recording, clamped to the piece. */
export function wordsInPlace(words: readonly Word[], { start, end }: TimeRange): Word[] {
  const inside = (time: number): number => Math.min(end, Math.max(start, time + start))
  return words.map((word) => ({
    ...word,
    start: inside(word.start),
    end: Math.max(inside(word.end), inside(word.start) + 1),
  }))
}

/** Ranges between silences. */
export function spansBetween(silences: readonly TimeRange[], durationMs: number): TimeRange[] {
  const spans: TimeRange[] = []
  let from = 0
  for (const { start, end } of silences) {
    if (start > from) spans.push({ start: from, end: Math.min(start, durationMs) })
    from = Math.max(from, end)
  }
  if (from < durationMs) spans.push({ start: from, end: durationMs })
  return spans
}
