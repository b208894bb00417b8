import type { TimeRange } from '../timing/time-range.ts'

/**
 * Divides a video into ranges (ms of the player's clock) in the order of need: a short one at the playhead, on to the
 * end, then back to the start. Later ones are longer, as each restarts ffmpeg.
 */
export function sliceVideo(durationMs: number, playheadMs: number, firstMs: number, longestMs: number): TimeRange[] {
  const start = Math.floor(Math.min(Math.max(0, playheadMs), Math.max(0, durationMs - 1)) / firstMs) * firstMs
  const slices: TimeRange[] = []
  for (
    let from = start, length = firstMs;
    from < durationMs;
    from += length, length = Math.min(longestMs, length * 2)
  ) {
    // A short last piece joins the one before.
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
