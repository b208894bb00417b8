import type { PictureRegion } from '../domain/picture-region.ts'

/** Boxes found in one picture. */
export interface SeenText {
  /** Its time in milliseconds. */
  readonly at: number
  readonly boxes: readonly PictureRegion[]
}

/** Text found repeatedly at one height of the picture. */
export interface TextBand {
  /** Around all of it. */
  readonly region: PictureRegion
  /** Height of its letters' boxes, as a share of the picture's height. */
  readonly lineHeight: number
  /** Times of its occurrences, in milliseconds. */
  readonly times: readonly number[]
  /** True if the same box is nearly always there: a logo, a clock, a watermark. */
  readonly isStatic: boolean
}

/** Tolerance of boxes in one row, in shares of their height and of the picture. */
const ROW_SHIFT = 0.6
const ROW_GROWTH = 1.7
const SAME_PLACE = 0.012
/** Boxes that are no text line: too high, too low, upright. */
const MOST_HEIGHT = 0.3
const LEAST_HEIGHT = 0.012
/** From this aspect a picture is cropped to its subtitles, whose rows may fill it. */
const STRIP = 4

/**
 * Text rows over a video's pictures, most frequent first, for erasing and reading: a row that is not static changes its
 * text like subtitles. `aspect`: the pictures' width over height.
 */
export function textBands(seen: readonly SeenText[], aspect = 1): TextBand[] {
  const rows: { at: number; box: PictureRegion }[][] = []
  const found = seen.flatMap(({ at, boxes }) => boxes.filter((box) => isLine(box, aspect)).map((box) => ({ at, box })))
  for (const item of found.sort((a, b) => middle(a.box) - middle(b.box))) {
    const row = rows.findLast((others) => isSameRow(others, item.box))
    if (row) row.push(item)
    else rows.push([item])
  }
  return rows.map((row) => bandOf(row, seen.length)).sort((a, b) => b.times.length - a.times.length)
}

const middle = ({ y, height }: PictureRegion): number => y + height / 2

function isLine({ height, width }: PictureRegion, aspect: number): boolean {
  const most = aspect < STRIP ? MOST_HEIGHT : 1
  const isUpright = width * Math.max(1, aspect / STRIP) <= height * 0.4
  return height <= most && height >= LEAST_HEIGHT && !isUpright
}

function isSameRow(row: readonly { box: PictureRegion }[], box: PictureRegion): boolean {
  const count = row.length
  const height = row.reduce((sum, other) => sum + other.box.height, 0) / count
  const centre = row.reduce((sum, other) => sum + middle(other.box), 0) / count
  const growth = Math.max(height, box.height) / Math.min(height, box.height)
  return growth < ROW_GROWTH && Math.abs(centre - middle(box)) < ROW_SHIFT * Math.min(height, box.height)
}

function bandOf(row: readonly { at: number; box: PictureRegion }[], pictures: number): TextBand {
  const boxes = row.map(({ box }) => box)
  const heights = boxes.map(({ height }) => height).sort((a, b) => a - b)
  return {
    region: around(boxes),
    lineHeight: heights[Math.floor(heights.length / 2)] ?? 0,
    times: [...new Set(row.map(({ at }) => at))].sort((a, b) => a - b),
    isStatic: isStatic(boxes, pictures),
  }
}

/** The same box in most pictures; fewer than four prove nothing. */
function isStatic(boxes: readonly PictureRegion[], pictures: number): boolean {
  if (pictures < 4) return false
  const most = Math.max(...boxes.map((box) => boxes.filter((other) => isSamePlace(box, other)).length))
  return most >= 0.6 * pictures && most >= 0.8 * boxes.length
}

function isSamePlace(a: PictureRegion, b: PictureRegion): boolean {
  const near = (x: number, y: number): boolean => Math.abs(x - y) <= SAME_PLACE
  return near(a.x, b.x) && near(a.width, b.width) && near(a.y, b.y) && near(a.height, b.height)
}

/** The smallest region around some. */
function around(regions: readonly PictureRegion[]): PictureRegion {
  const x = Math.min(...regions.map((region) => region.x))
  const y = Math.min(...regions.map((region) => region.y))
  const right = Math.max(...regions.map((region) => region.x + region.width))
  const bottom = Math.max(...regions.map((region) => region.y + region.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Position of subtitles and height of their letters; shares of the picture. */
export interface SubtitleRegion {
  readonly region: PictureRegion
  readonly lineHeight: number
}

/** Rows of one subtitle block: distance in line heights, and least frequency. */
const ROW_DISTANCE = 2.2
const ROW_SHARE = 0.2
/**
 * Reach of third and fourth rows, as in bilingual subtitles. They must be adjacent, of equal height, and simultaneous,
 * unlike the background.
 */
const BLOCK_REACH = 5
const STACKED = 1.7
const STACKED_GROWTH = 1.35
const SEEN_WITH = 0.8
/** Horizontal margin for longer cues. */
const SIDE = 0.02
/** Margin for an unsampled row above (at the top, below), and for strokes around letters; in heights. */
const NEXT_ROW = 1.4
const EDGE = 0.5

/**
 * The subtitle region: the rows with most changes, preferably central and low, in full width for longer cues. Undefined
 * if no text changes.
 */
export function subtitleRegion(bands: readonly TextBand[]): SubtitleRegion | undefined {
  const changing = bands.filter(({ isStatic }) => !isStatic)
  const [best] = [...changing].sort((a, b) => likelihood(b) - likelihood(a))
  if (!best) return undefined
  const { lineHeight } = best
  const rows = blockOf(
    best,
    changing.filter(({ times }) => times.length >= ROW_SHARE * best.times.length),
  )
  const { y, height } = around(rows.map(({ region }) => region))
  const isLow = y + height / 2 > 0.5
  const top = Math.max(0, y - (isLow && rows.length === 1 ? NEXT_ROW : EDGE) * lineHeight)
  const bottom = Math.min(1, y + height + (!isLow && rows.length === 1 ? NEXT_ROW : EDGE) * lineHeight)
  return { region: { x: SIDE, y: top, width: 1 - 2 * SIDE, height: bottom - top }, lineHeight }
}

/** The rows at the most frequent one, and those stacked on them. */
function blockOf(best: TextBand, others: readonly TextBand[]): TextBand[] {
  const isWithin = (distance: number, a: TextBand, b: TextBand): boolean =>
    Math.abs(middle(a.region) - middle(b.region)) < distance * best.lineHeight
  const rows = others.filter((band) => isWithin(ROW_DISTANCE, band, best))
  // Added rows are extended further.
  for (const row of rows) {
    const isStacked = (band: TextBand): boolean =>
      isWithin(STACKED, band, row) && isWithin(BLOCK_REACH, band, best) && isSeenWith(band, row)
    rows.push(...others.filter((band) => !rows.includes(band) && isStacked(band)))
  }
  return rows
}

function isSeenWith(band: TextBand, row: TextBand): boolean {
  const growth = Math.max(band.lineHeight, row.lineHeight) / Math.min(band.lineHeight, row.lineHeight)
  const together = band.times.filter((time) => row.times.includes(time))
  return growth < STACKED_GROWTH && together.length >= SEEN_WITH * band.times.length
}

function likelihood({ region, times }: TextBand): number {
  const isCentral = Math.abs(region.x + region.width / 2 - 0.5) < 0.08
  return times.length * (isCentral ? 2 : 1) * (0.6 + middle(region))
}

/** Part of the width that rows of subtitles take, and of the height at each edge where they stand. */
const ROWS_ACROSS = [0.25, 0.75] as const
const ROWS_DOWN = 1 / 3

/** Where subtitles would cover text that stays, such as a clock or a lower third; corners are free. */
export function staticInTheWay(bands: readonly TextBand[]): PictureRegion[] {
  const [from, to] = ROWS_ACROSS
  return bands
    .filter(({ isStatic, region: { x, width } }) => isStatic && x < to && x + width > from)
    .map(({ region }) => region)
    .filter(({ y, height }) => y > 1 - ROWS_DOWN || y + height < ROWS_DOWN)
}
