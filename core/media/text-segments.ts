import type { PixelArea } from '../domain/picture-region.ts'
import type { GreyPicture } from './text-ink.ts'
import { isNearStroke, type Size } from './text-strokes.ts'

/** A stretch of frames in which the same text stands. */
export interface TextSegment {
  /** The first frame that shows it, and the one after the last. */
  readonly first: number
  readonly end: number
  /** The text without what moves behind it: the darkest of each pixel over time, for dark letters the brightest. */
  readonly picture: GreyPicture
  /** 1 for each pixel that is a stroke for at least half of the time. */
  readonly strokes: Uint8Array
}

/** The strokes of one picture that are not near any of another one. */
function strayStrokes(of: Uint8Array, from: Uint8Array, size: Size): Uint8Array {
  const stray = of.slice()
  for (let at = 0; at < stray.length; at++) if (stray[at] === 1 && isNearStroke(from, at, size)) stray[at] = 0
  return stray
}

/** Where a segment has strokes that the one before it (none: an empty picture) does not have; undefined where nowhere. */
export function freshArea(segment: TextSegment, before: TextSegment | undefined): PixelArea | undefined {
  const { width, height } = segment.picture
  const stray = before ? strayStrokes(segment.strokes, before.strokes, segment.picture) : segment.strokes
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let at = 0; at < stray.length; at++) {
    if (stray[at] !== 1) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Whether two segments have the same strokes in an area, to this share, whatever is around it. */
export function sharesText(a: TextSegment, b: TextSegment, area: PixelArea, share: number): boolean {
  const { width, height } = a.picture
  const { strokes: ones } = a
  const { strokes: others } = b
  const [left, right] = [Math.max(0, Math.floor(area.x)), Math.min(width, Math.ceil(area.x + area.width))]
  const bottom = Math.min(height, area.y + area.height)
  let common = 0
  let either = 0
  for (let y = Math.max(0, Math.floor(area.y)); y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const one = ones[at] ?? 0
      const other = others[at] ?? 0
      common += one & other
      either += one | other
    }
  }
  return either > 0 && common >= share * either
}

/** Whether so great a share of the strokes that a segment has in an area are in another one, to the pixel beside them. */
export function keepsText(a: TextSegment, b: TextSegment, area: PixelArea, share: number): boolean {
  const { width, height } = a.picture
  const [top, bottom] = [Math.max(0, Math.floor(area.y)), Math.min(height, area.y + area.height)]
  const [left, right] = [Math.max(0, Math.floor(area.x)), Math.min(width, area.x + area.width)]
  const isNear = (x: number, y: number): boolean => {
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
        if (b.strokes[row * width + column] === 1) return true
    return false
  }
  let [strokes, kept] = [0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (a.strokes[y * width + x] !== 1) continue
      strokes++
      if (isNear(x, y)) kept++
    }
  }
  return strokes > 0 && kept >= share * strokes
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
  const isStroke = (column: number): boolean => rows.some((row) => strokes[row * width + column] === 1)
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
