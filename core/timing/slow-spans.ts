import type { SlowSpan } from '../domain/slow-span.ts'
import type { TimeRange } from './time-range.ts'

/** Maps a time of the video to the slowed-down video; spans in order. Identity without any. */
export function slowedTime(spans: readonly SlowSpan[], ms: number): number {
  return spans.reduce(
    (time, { start, end, factor }) => time + (factor - 1) * Math.max(0, Math.min(ms, end) - start),
    ms,
  )
}

/** The same as `slowedTime` in whole milliseconds. */
export function slowedMs(spans: readonly SlowSpan[], ms: number): number {
  return Math.round(slowedTime(spans, ms))
}

/** Ranges mapped to the slowed-down video, each at least a millisecond long. */
export function slowedRanges<T extends TimeRange>(spans: readonly SlowSpan[], ranges: readonly T[]): T[] {
  return ranges.map((range) => {
    const start = slowedMs(spans, range.start)
    return { ...range, start, end: Math.max(start + 1, slowedMs(spans, range.end)) }
  })
}

/** The whole video in pieces of constant tempo, in order and without gaps. */
export function slowedPieces(spans: readonly SlowSpan[], durationMs: number): SlowSpan[] {
  const pieces: SlowSpan[] = []
  let from = 0
  for (const span of spans) {
    if (span.start > from) pieces.push({ start: from, end: span.start, factor: 1 })
    pieces.push(span)
    from = span.end
  }
  if (from < durationMs) pieces.push({ start: from, end: durationMs, factor: 1 })
  return pieces
}
