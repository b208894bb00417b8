import type { TimeRange } from '../timing/time-range.ts'

/**
 * Cuts a video into ranges (ms on the player's clock) in the order in which they are wanted: first a short one at the
 * playhead, then onwards to the end, then from the playhead back to the start. Later ones are longer: each costs ffmpeg a
 * new start.
 */
export function sliceVideo(durationMs: number, playheadMs: number, firstMs: number, longestMs: number): TimeRange[] {
  const start = Math.floor(Math.min(Math.max(0, playheadMs), Math.max(0, durationMs - 1)) / firstMs) * firstMs
  const slices: TimeRange[] = []
  for (
    let from = start, length = firstMs;
    from < durationMs;
    from += length, length = Math.min(longestMs, length * 2)
  ) {
    // A last piece too small for an opening of its own joins the one before it.
    const left = durationMs - from
    if (left < length * 1.5) length = left
    slices.push({ start: from, end: from + length })
  }
  for (let to = start, length = firstMs; to > 0; to -= length, length = Math.min(longestMs, length * 2)) {
    if (to < length * 1.5) length = to
    slices.push({ start: to - length, end: to })
  }
  return slices
}
