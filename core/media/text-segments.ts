import type { PixelArea } from '../domain/picture-region.ts'
import type { RowLook } from './read-text.ts'
import type { GreyPicture } from './text-ink.ts'
import { isNearStroke, type Strokes } from './text-strokes.ts'

/** Consecutive frames with the same text. */
export interface TextSegment {
  /** The first frame, and the one after the last. */
  readonly first: number
  readonly end: number
  /** The text without motion behind it: each pixel's darkest value over time, for dark letters the brightest. */
  readonly picture: GreyPicture
  /** Pixels that are strokes for at least half of the time. */
  readonly strokes: Strokes
}

/** The area of strokes that a segment adds to the one before (or to an empty picture); undefined if there are none. */
export function freshArea(segment: TextSegment, before: TextSegment | undefined): PixelArea | undefined {
  const fresh = freshStrokes(segment, before)
  return fresh.length === 0 ? undefined : areaOf(fresh, segment.picture.width)
}

/** Strokes that a segment adds to the one before, not adjacent to old ones. */
export function freshStrokes({ picture, strokes }: TextSegment, before: TextSegment | undefined): number[] {
  return strokes.at.filter((at) => !before || !isNearStroke(before.strokes.mask, at, picture))
}

/** The smallest area around some pixels. */
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

/** Whether two segments share this part of their strokes in an area, whatever is around it. */
export function sharesText(a: TextSegment, b: TextSegment, area: PixelArea, share: number): boolean {
  const ones = strokesIn(a, area)
  const others = strokesIn(b, area)
  const common = ones.reduce((count, at) => count + (b.strokes.mask[at] ?? 0), 0)
  const either = ones.length + others.length - common
  return either > 0 && common >= share * either
}

/** A segment's strokes in an area, which may exceed the picture. */
function strokesIn({ picture: { width }, strokes }: TextSegment, area: PixelArea): number[] {
  const [left, right] = [Math.floor(area.x), Math.ceil(area.x + area.width)]
  const [top, bottom] = [Math.floor(area.y), area.y + area.height]
  return strokes.at.filter((at) => {
    const y = Math.floor(at / width)
    const x = at - y * width
    return x >= left && x < right && y >= top && y < bottom
  })
}

/** Whether this share of a segment's strokes in an area are in another one, within a pixel. */
export function keepsText(a: TextSegment, b: TextSegment, area: PixelArea, share: number): boolean {
  const strokes = strokesIn(a, area)
  const kept = strokes.filter((at) => isNearStroke(b.strokes.mask, at, b.picture, 1))
  return strokes.length > 0 && kept.length >= share * strokes.length
}

/** A row continues at strokes within this distance, in its heights. */
const NEXT_STROKE = 0.9

/** A row's box extended by undetected characters around it: a dash, a mark. */
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

/** Margin for strokes above and below most letters. */
const FEW = 0.04

/** The look of the letters in an area; undefined if there are none. */
export function lookOf(segment: TextSegment, area: PixelArea): RowLook | undefined {
  const strokes = strokesIn(segment, area)
  if (strokes.length === 0) return undefined
  const { mask } = segment.strokes
  const { data, width, height } = segment.picture
  const brightness = strokes.reduce((sum, at) => sum + (data[at] ?? 0), 0) / strokes.length
  // Counts each horizontal run of strokes once.
  const runs = strokes.filter((at) => mask[at - 1] !== 1).length
  const rows = strokes.map((at) => Math.floor(at / width)).sort((a, b) => a - b)
  const rowAt = (share: number): number => rows[Math.floor((rows.length - 1) * share)] ?? 0
  return {
    brightness,
    weight: strokes.length / Math.max(1, runs) / area.height,
    height: (rowAt(1 - FEW) - rowAt(FEW) + 1) / height,
  }
}
