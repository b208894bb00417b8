import type { TextReading, TextVerdict } from '../../domain/erase-look.ts'
import { panelBehind } from './panel.ts'
import { type Box, grownBox, type Plane } from './plane.ts'
import { presentRange, type Strokes, strokesOf } from './strokes.ts'

/** A text, or a place, that is erased in some frames, numbered from the video's first one. */
export interface PlacedText {
  /** In pixels of what was searched. */
  readonly box: Box
  /** Height of its line. */
  readonly height: number
  /** Frames in which it surely stands. */
  readonly first: number
  readonly last: number
  /** True where it never leaves: a logo, a name of a channel. */
  readonly isMark: boolean
  /** True where all of its box is to go, whatever stands in it. */
  readonly isWhole: boolean
  /** Of a place that is erased whole: only where the user's brush went. */
  readonly brush?: readonly BrushLine[] | undefined
}

/** A line drawn with a brush of a width, in pixels from the top left corner of the place. */
export interface BrushLine {
  readonly width: number
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** A text that was found in a video. */
export interface FoundText extends PlacedText {
  /** The same whenever the same video is searched in the same way. */
  readonly id: string
  readonly verdict: TextVerdict
  readonly reading: TextReading | undefined
}

/** Luma of frames that are at hand. */
export interface LumaFrames {
  readonly first: number
  readonly last: number
  luma(frame: number): Plane
}

/** Pictures from which strokes are read. */
const MOST_PICTURES = 12
/** How far beyond the frames in which it was found a text is looked for, in seconds. */
const REACH_S = 1.3

/** Strokes or whole boxes, and from which frame to which they stand. */
export interface Covered {
  readonly strokes: Pick<Strokes, 'box' | 'mask'>
  readonly first: number
  readonly last: number
}

/** What a text covers. */
export interface Covering extends Covered {
  readonly text: PlacedText
}

/** Strokes and exact frames of the texts, as far as the frames at hand show them. `rate`: frames a second. */
export function coverings(texts: readonly PlacedText[], frames: LumaFrames, rate: number): Covering[] {
  return texts.flatMap((text) => coveringOf(text, frames, Math.ceil(REACH_S * rate)))
}

function coveringOf(text: PlacedText, frames: LumaFrames, reach: number): Covering[] {
  const sure = { first: Math.max(text.first, frames.first), last: Math.min(text.last, frames.last) }
  if (sure.first > sure.last) return []
  if (text.isWhole) return [{ text, strokes: wholePlace(text, frames.luma(sure.first)), ...sure }]
  let strokes = strokesIn(text, frames, sure)
  if (text.isMark) return [{ text, strokes, ...sure }]
  const limits = {
    first: Math.max(frames.first, text.first - reach),
    last: Math.min(frames.last, text.last + reach),
  }
  let range = presentRange((frame) => frames.luma(frame), strokes, sure, limits)
  const isLonger = range.last - range.first > sure.last - sure.first
  // More pictures show the strokes better; those at the ends may fade.
  if (isLonger && sure.last - sure.first + 1 < MOST_PICTURES) {
    const inner = range.last - range.first > 4 ? { first: range.first + 2, last: range.last - 2 } : range
    strokes = strokesIn(text, frames, {
      first: Math.min(inner.first, sure.first),
      last: Math.max(inner.last, sure.last),
    })
    range = presentRange((frame) => frames.luma(frame), strokes, sure, limits)
  }
  const panel = panelOf(text, frames, { sure, range })
  return [
    {
      text,
      strokes: panel ? wholeBox(panel, frames.luma(sure.first)) : strokes,
      first: Math.max(frames.first, range.first - 1),
      last: Math.min(frames.last, range.last + 1),
    },
  ]
}

/** Frames from the end of a text to one in which nothing of it is left. */
const CLEAR = 4

interface Range {
  readonly first: number
  readonly last: number
}

function panelOf(
  text: PlacedText,
  frames: LumaFrames,
  { sure, range }: { sure: Range; range: Range },
): Box | undefined {
  const shown = [...new Set([sure.first, (sure.first + sure.last) >> 1, sure.last])].map((frame) => frames.luma(frame))
  const without = [range.first - CLEAR, range.last + CLEAR].filter(
    (frame) => frame >= frames.first && frame <= frames.last,
  )
  return panelBehind(
    text,
    shown,
    without.map((frame) => frames.luma(frame)),
  )
}

function strokesIn(text: PlacedText, frames: LumaFrames, range: { first: number; last: number }): Strokes {
  const count = Math.min(MOST_PICTURES, range.last - range.first + 1)
  const pictures = Array.from({ length: count }, (_, at) =>
    frames.luma(Math.round(range.first + ((range.last - range.first) * (at + 0.5)) / count - 0.5)),
  )
  return strokesOf(pictures, text.box, text.height)
}

function wholeBox(box: Box, picture: Plane): Pick<Strokes, 'box' | 'mask'> {
  const area = grownBox(box, 0, picture)
  return { box: area, mask: new Uint8Array(area.width * area.height).fill(1) }
}

/** All of a place, or where the brush went in it. */
function wholePlace({ box, brush }: PlacedText, picture: Plane): Pick<Strokes, 'box' | 'mask'> {
  const whole = wholeBox(box, picture)
  return brush ? { box: whole.box, mask: brushMask(brush, whole.box) } : whole
}

/** 1 where a brush went. */
export function brushMask(
  brush: readonly BrushLine[],
  { width, height }: { width: number; height: number },
): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (const { width: wide, points } of brush) {
    const reach = Math.max(1, wide / 2)
    for (const [index, from] of points.entries()) {
      const to = points[index + 1] ?? from
      if (index > 0 && points[index + 1] === undefined) continue
      const [left, right] = [Math.min(from.x, to.x) - reach, Math.max(from.x, to.x) + reach]
      const [top, bottom] = [Math.min(from.y, to.y) - reach, Math.max(from.y, to.y) + reach]
      for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++)
        for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, Math.ceil(right)); x++)
          if (distanceToLine({ x: x + 0.5, y: y + 0.5 }, from, to) <= reach) mask[y * width + x] = 1
    }
  }
  return mask
}

interface Point {
  readonly x: number
  readonly y: number
}

function distanceToLine({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = dx === 0 && dy === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy)
  const at = Math.max(0, Math.min(1, along))
  return Math.hypot(x - from.x - at * dx, y - from.y - at * dy)
}

/** The mask of a frame, 1 where something covers it; undefined where nothing does. */
export function maskOf(
  coveringsOfPart: readonly Covered[],
  frame: number,
  { width, height }: { width: number; height: number },
): Uint8Array | undefined {
  const here = coveringsOfPart.filter(({ first, last }) => first <= frame && frame <= last)
  if (here.length === 0) return undefined
  const mask = new Uint8Array(width * height)
  for (const { strokes } of here) {
    const { box } = strokes
    for (let y = 0; y < box.height; y++)
      for (let x = 0; x < box.width; x++) if (strokes.mask[y * box.width + x]) mask[(box.y + y) * width + box.x + x] = 1
  }
  return mask
}
