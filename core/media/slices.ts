/** A stretch of a film, in milliseconds of the player's clock. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Cuts a film into stretches in the order in which a person wants them: first a short one at the playhead, then onwards
 * to the end, then from the playhead back to the start. Later ones are longer: each costs ffmpeg a new opening.
 */
export function sliceFilm(durationMs: number, playheadMs: number, firstMs: number, longestMs: number): Stretch[] {
  const start = Math.floor(Math.min(Math.max(0, playheadMs), Math.max(0, durationMs - 1)) / firstMs) * firstMs
  const slices: Stretch[] = []
  for (
    let from = start, length = firstMs;
    from < durationMs;
    from += length, length = Math.min(longestMs, length * 2)
  ) {
    // A last piece too small for an opening of its own joins the one before it.
    const left = durationMs - from
    if (left < length * 1.5) length = left
    slices.push({ fromMs: from, toMs: from + length })
  }
  for (let to = start, length = firstMs; to > 0; to -= length, length = Math.min(longestMs, length * 2)) {
    if (to < length * 1.5) length = to
    slices.push({ fromMs: to - length, toMs: to })
  }
  return slices
}
