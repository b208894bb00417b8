/** Times of `count` thumbnails, each in the middle of its share of the film. */
export function thumbnailTimes(durationMs: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.round(((index + 0.5) * durationMs) / count))
}

/** How many thumbnails a film is worth: one for each two seconds, up to the limit. */
export function thumbnailCount(durationMs: number, limit: number): number {
  return Math.max(1, Math.min(limit, Math.ceil(durationMs / 2000)))
}
