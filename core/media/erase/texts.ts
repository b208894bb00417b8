import type { TextReading, TextVerdict } from '../../domain/erase-look.ts'
import { panelBehind } from './panel.ts'
import { type Box, grownBox, type Plane } from './plane.ts'
import { presentRange, type Strokes, strokesOf } from './strokes.ts'

/** A text or region to erase in some frames, numbered from the video's first one. */
export interface PlacedText {
  /** In pixels of the searched picture. */
  readonly box: Box
  /** Its line height. */
  readonly height: number
  /** Frames that surely show it. */
  readonly first: number
  readonly last: number
  /** True for static text: a logo, a channel's name. */
  readonly isMark: boolean
  /** True if its whole box is erased, whatever its content. */
  readonly isWhole: boolean
  /** Of a region: only where the user's brush went. */
  readonly brush?: readonly BrushLine[] | undefined
}

/** A brush stroke in pixels from the region's top left corner. */
export interface BrushLine {
  readonly width: number
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** A found text of a video. */
export interface FoundText extends PlacedText {
  /** Equal whenever the same video is searched in the same way. */
  readonly id: string
  readonly verdict: TextVerdict
  readonly reading: TextReading | undefined
}

/** Luma of the available frames. */
export interface LumaFrames {
  readonly first: number
  readonly last: number
  luma(frame: number): Plane
}

/** Pictures for finding strokes. */
const MOST_PICTURES = 12
/** Seconds beyond its found frames in which a text is searched. */
const REACH_S = 1.3

/** Strokes or whole boxes, with their first and last frame. */
export interface Covered {
  readonly strokes: Pick<Strokes, 'box' | 'mask'>
  readonly first: number
  readonly last: number
}

/** The mask of a text. */
export interface Covering extends Covered {
  readonly text: PlacedText
}

/** Strokes and exact frames of the texts, within the available frames. `rate`: frames a second. */
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
  // More pictures show strokes better; those at the ends may fade.
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

/** Frames from the end of a text to one without any trace. */
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

/** A whole region, or the brushed part. */
function wholePlace({ box, brush }: PlacedText, picture: Plane): Pick<Strokes, 'box' | 'mask'> {
  const whole = wholeBox(box, picture)
  return brush ? { box: whole.box, mask: brushMask(brush, whole.box) } : whole
}

/** 1 under the brush. */
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

/** The mask of a frame, 1 where covered; undefined if nothing is. */
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
