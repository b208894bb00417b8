import { panelBehind } from './panel.ts'
import { type Box, grownBox, type Plane } from './plane.ts'
import { presentRange, type Strokes, strokesOf } from './strokes.ts'

/** A text that was found in some frames, numbered from the video's first one. */
export interface FoundText {
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
  readonly text: FoundText
}

/** Strokes and exact frames of the texts, as far as the frames at hand show them. `rate`: frames a second. */
export function coverings(texts: readonly FoundText[], frames: LumaFrames, rate: number): Covering[] {
  return texts.flatMap((text) => coveringOf(text, frames, Math.ceil(REACH_S * rate)))
}

function coveringOf(text: FoundText, frames: LumaFrames, reach: number): Covering[] {
  const sure = { first: Math.max(text.first, frames.first), last: Math.min(text.last, frames.last) }
  if (sure.first > sure.last) return []
  if (text.isWhole) return [{ text, strokes: wholeBox(text.box, frames.luma(sure.first)), ...sure }]
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

function panelOf(text: FoundText, frames: LumaFrames, { sure, range }: { sure: Range; range: Range }): Box | undefined {
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

function strokesIn(text: FoundText, frames: LumaFrames, range: { first: number; last: number }): Strokes {
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
