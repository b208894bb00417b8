import type { TimeRange } from '../timing/time-range.ts'

/**
 * Cuts a recording into pieces of about `target` ms, each in the middle of the longest silence within `window` ms of the
 * wanted time, or at that time where there is no silence. Pieces cover everything and do not overlap. All in ms.
 */
export function planChunks(
  duration: number,
  silences: readonly TimeRange[],
  target: number,
  window: number,
): TimeRange[] {
  const chunks: TimeRange[] = []
  let start = 0
  while (duration - start > target + window) {
    const cut = quietTime(start + target, silences, window)
    chunks.push({ start, end: cut })
    start = cut
  }
  chunks.push({ start, end: duration })
  return chunks
}

function quietTime(wanted: number, silences: readonly TimeRange[], window: number): number {
  let best: TimeRange | undefined
  for (const silence of silences) {
    const middle = (silence.start + silence.end) / 2
    if (Math.abs(middle - wanted) > window) continue
    if (!best || silence.end - silence.start > best.end - best.start) best = silence
  }
  return Math.round(best ? (best.start + best.end) / 2 : wanted)
}
