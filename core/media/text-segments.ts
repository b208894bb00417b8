import type { PixelArea } from '../domain/picture-region.ts'
import type { RowLook } from './read-text.ts'
import type { GreyPicture } from './text-ink.ts'
import { isNearStroke, type Strokes } from './text-strokes.ts'

/** A stretch of frames in which the same text stands. */
export interface TextSegment {
  /** The first frame that shows it, and the one after the last. */
  readonly first: number
  readonly end: number
  /** The text without what moves behind it: the darkest of each pixel over time, for dark letters the brightest. */
  readonly picture: GreyPicture
  /** The pixels that are strokes for at least half of the time. */
  readonly strokes: Strokes
}

/** Where a segment has strokes that the one before it (none: an empty picture) does not have; undefined where nowhere. */
export function freshArea(segment: TextSegment, before: TextSegment | undefined): PixelArea | undefined {
  const fresh = freshStrokes(segment, before)
  return fresh.length === 0 ? undefined : areaOf(fresh, segment.picture.width)
}

/** The strokes that a segment has and the one before it does not have, nor any beside them. */
export function freshStrokes({ picture, strokes }: TextSegment, before: TextSegment | undefined): number[] {
  return strokes.at.filter((at) => !before || !isNearStroke(before.strokes.mask, at, picture))
}

/** The smallest area that has all of some pixels. */
function areaOf(pixels: readonly number[], pictureWidth: number): PixelArea {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0]
  for (const at of pixels) {
    const y = Math.floor(at / pictureWidth)
    const x = at - y * pictureWidth
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Whether two segments have the same strokes in an area, to this share, whatever is around it. */
export function sharesText(a: TextSegment, b: TextSegment, area: PixelArea, share: number): boolean {
  const ones = strokesIn(a, area)
  const others = strokesIn(b, area)
  const common = ones.reduce((count, at) => count + (b.strokes.mask[at] ?? 0), 0)
  const either = ones.length + others.length - common
  return either > 0 && common >= share * either
}

/** The strokes that a segment has in an area, which may reach over the picture's edges. */
function strokesIn({ picture: { width }, strokes }: TextSegment, area: PixelArea): number[] {
  const [left, right] = [Math.floor(area.x), Math.ceil(area.x + area.width)]
  const [top, bottom] = [Math.floor(area.y), area.y + area.height]
  return strokes.at.filter((at) => {
    const y = Math.floor(at / width)
    const x = at - y * width
    return x >= left && x < right && y >= top && y < bottom
  })
}

/** Whether so great a share of the strokes that a segment has in an area are in another one, to the pixel beside them. */
export function keepsText(a: TextSegment, b: TextSegment, area: PixelArea, share: number): boolean {
  const strokes = strokesIn(a, area)
  const kept = strokes.filter((at) => isNearStroke(b.strokes.mask, at, b.picture, 1))
  return strokes.length > 0 && kept.length >= share * strokes.length
}

/** A row goes on where strokes are no further away than this, in its heights. */
const NEXT_STROKE = 0.9

/** A row's box with what stands before and after it: a dash, a mark that was not found as text. */
export function wholeRow(
  { picture: { width }, strokes }: TextSegment,
  { x, y, height, width: length }: PixelArea,
): PixelArea {
  const rows = Array.from(
    { length: Math.max(1, Math.round(height * 0.6)) },
    (_, at) => Math.round(y + height * 0.2) + at,
  )
  const isStroke = (column: number): boolean => rows.some((row) => strokes.mask[row * width + column] === 1)
  const reach = Math.round(height * NEXT_STROKE)
  const edge = (from: number, step: 1 | -1): number => {
    let last = from
    for (let column = from; column >= 0 && column < width && Math.abs(column - last) <= reach; column += step)
      if (isStroke(column)) last = column
    return last
  }
  const left = edge(Math.floor(x), -1)
  const right = edge(Math.ceil(x + length), 1)
  return { x: left, y, width: right - left, height }
}

/** Strokes above and below most letters. */
const FEW = 0.04

/** How the letters in an area are drawn; undefined where there are none. */
export function lookOf(segment: TextSegment, area: PixelArea): RowLook | undefined {
  const strokes = strokesIn(segment, area)
  if (strokes.length === 0) return undefined
  const { mask } = segment.strokes
  const { data, width, height } = segment.picture
  const brightness = strokes.reduce((sum, at) => sum + (data[at] ?? 0), 0) / strokes.length
  // Each run of strokes across begins once.
  const runs = strokes.filter((at) => mask[at - 1] !== 1).length
  const rows = strokes.map((at) => Math.floor(at / width)).sort((a, b) => a - b)
  const rowAt = (share: number): number => rows[Math.floor((rows.length - 1) * share)] ?? 0
  return {
    brightness,
    weight: strokes.length / Math.max(1, runs) / area.height,
    height: (rowAt(1 - FEW) - rowAt(FEW) + 1) / height,
  }
}
