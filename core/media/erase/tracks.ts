import { type Box, cropPlane, extremes, joinedBox, type Plane, sharedArea } from './plane.ts'
import type { LookReading } from './reading.ts'

/** One text through the pictures in which it was found. */
export interface TextTrack {
  readonly box: Box
  /** Height of its line. */
  readonly height: number
  /** Numbers of the first and the last picture. */
  readonly first: number
  readonly last: number
  /** In how many of them it was found. */
  readonly seen: number
  /** What looks at it read. */
  readonly looks: readonly LookReading[]
}

/** A text that still stands in the pictures. */
export interface OpenTrack {
  box: Box
  readonly heights: number[]
  readonly first: number
  last: number
  seen: number
  luma: Plane
  /** What looks at it read. */
  readonly looks: LookReading[]
}

/** Boxes share so much of the smaller one, where they are of one text. */
const SHARED = 0.7
/** Strokes of two pictures are alike to this degree, where they are of one text. */
const ALIKE = 0.45

/**
 * Joins boxes of text in pictures that follow each other to texts that stand still. A box in the same place with other
 * letters in it is another text.
 */
export class TextTracker {
  private open: OpenTrack[] = []
  private readonly closed: OpenTrack[] = []

  /** The boxes whose texts still stand in a picture as they were; undefined where any of them does not. */
  standing(luma: Plane): Box[] | undefined {
    if (this.open.length === 0) return undefined
    const all = this.open.every((track) => alike(track.luma, luma, track.box) >= ALIKE)
    return all ? this.open.map(({ box }) => box) : undefined
  }

  /** Takes the boxes of the next picture; answers with the texts that stand in it. */
  take(picture: number, luma: Plane, boxes: readonly Box[]): readonly OpenTrack[] {
    const left = new Set(this.open)
    const next: OpenTrack[] = []
    for (const box of boxes) {
      const track = [...left].find((one) => isSameText(one, luma, box))
      if (!track) {
        next.push({ box, heights: [box.height], first: picture, last: picture, seen: 1, luma, looks: [] })
        continue
      }
      left.delete(track)
      track.box = joinedBox(track.box, box)
      track.heights.push(box.height)
      track.last = picture
      track.seen++
      track.luma = luma
      next.push(track)
    }
    this.closed.push(...left)
    this.open = next
    return next
  }

  /** All texts in the order of their beginnings. */
  end(): TextTrack[] {
    const all = [...this.closed, ...this.open].sort((a, b) => a.first - b.first)
    return all.map(({ box, heights, first, last, seen, looks }) => {
      const height = heights.sort((a, b) => a - b)[heights.length >> 1] ?? box.height
      return { box, height, first, last, seen, looks }
    })
  }
}

function isSameText(track: OpenTrack, luma: Plane, box: Box): boolean {
  const shared = sharedArea(track.box, box)
  const least = Math.min(track.box.width * track.box.height, box.width * box.height)
  return shared >= SHARED * least && alike(track.luma, luma, joinedBox(track.box, box)) >= ALIKE
}

/** How alike the strokes in a box of two pictures are: the correlation of what is brighter than all around it. */
function alike(a: Plane, b: Plane, box: Box): number {
  const radius = Math.max(2, Math.round(box.height * 0.3))
  const [x, y] = [strokesIn(cropPlane(a, box), radius), strokesIn(cropPlane(b, box), radius)]
  let [sumX, sumY, squareX, squareY, product] = [0, 0, 0, 0, 0]
  for (let at = 0; at < x.length; at++) {
    const [p, q] = [x[at] ?? 0, y[at] ?? 0]
    sumX += p
    sumY += q
    squareX += p * p
    squareY += q * q
    product += p * q
  }
  const count = x.length
  const spread = Math.sqrt((squareX - sumX ** 2 / count) * (squareY - sumY ** 2 / count))
  return spread > 0 ? (product - (sumX * sumY) / count) / spread : 0
}

function strokesIn(plane: Plane, radius: number): Float32Array {
  const opened = extremes(extremes(plane, radius, 'min'), radius, 'max').data
  const closed = extremes(extremes(plane, radius, 'max'), radius, 'min').data
  return Float32Array.from(plane.data, (value, at) => 2 * value - (opened[at] ?? 0) - (closed[at] ?? 0))
}

/** Where captions stand: shares of the picture's height from the top. */
const captionZones = [
  { from: 0, to: 0.25 },
  { from: 0.55, to: 1 },
] as const

/** Whether a box stands where captions do. */
export function isCaption({ y, height }: Box, pictureHeight: number): boolean {
  const middle = (y + height / 2) / pictureHeight
  return captionZones.some(({ from, to }) => middle >= from && middle <= to)
}

/** Bands over the whole width that hold the boxes, each with room for a line above and below; they do not overlap. */
export function bandsOf(boxes: readonly Box[], picture: { width: number; height: number }): Box[] {
  const bands: Box[] = []
  for (const { y, height } of [...boxes].sort((a, b) => a.y - b.y)) {
    const top = Math.max(0, y - 1.5 * height)
    const bottom = Math.min(picture.height, y + 2.5 * height)
    const before = bands.at(-1)
    if (before && top <= before.y + before.height) {
      bands[bands.length - 1] = joinedBox(before, { x: 0, y: top, width: picture.width, height: bottom - top })
    } else bands.push({ x: 0, y: top, width: picture.width, height: bottom - top })
  }
  return bands
}
