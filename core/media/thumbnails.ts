/** Times of `count` thumbnails, each in the middle of its share of the video; milliseconds. */
export function thumbnailTimes(durationMs: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.round(((index + 0.5) * durationMs) / count))
}

/** Number of a video's thumbnails: one every two seconds, up to the limit. */
export function thumbnailCount(durationMs: number, limit: number): number {
  return Math.max(1, Math.min(limit, Math.ceil(durationMs / 2000)))
}

/** Largest aspect at which browsers accept a row of ten: wider pictures are squeezed. */
const MAX_WIDTH = 1600

/** Width of a thumbnail in displayed proportions, 2 to 1,600 pixels. */
export function thumbnailWidth(size: { width: number; height: number }, height: number): number {
  return Math.min(MAX_WIDTH, Math.max(2, Math.round((size.width * height) / size.height)))
}

/** Thumbnails in a row of a filmstrip, one picture that holds all of them. */
export const STRIP_COLUMNS = 10

/** Position of a thumbnail in a filmstrip, in thumbnails. */
export function stripCell(index: number): { column: number; row: number } {
  return { column: index % STRIP_COLUMNS, row: Math.floor(index / STRIP_COLUMNS) }
}

/** The finest grid in milliseconds: the shortest frame at 50 a second. */
const MIN_STEP_MS = 20

/**
 * Times (ms) of the exact pictures for a view, on a grid independent of its edges, so that decoded ones are reused.
 * `pictureMs` is the time of a whole picture; each shows the frame at its start.
 */
export function gridTimes(fromMs: number, toMs: number, pictureMs: number, durationMs: number): number[] {
  const step = gridStep(pictureMs)
  const times: number[] = []
  const last = Math.min(toMs, durationMs - 1)
  for (let ms = Math.max(0, Math.floor(fromMs / step)) * step; ms <= last; ms += step) times.push(ms)
  return times
}

/** The largest grid step (ms) up to a whole picture: 20 ms times 1, 1.5, 2, 3, 4, 6, 8 and so on. */
export function gridStep(pictureMs: number): number {
  let step = MIN_STEP_MS
  while (step * 2 <= pictureMs) step *= 2
  return step * 1.5 <= pictureMs ? step * 1.5 : step
}
