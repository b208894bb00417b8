import { type Box, cropPlane, extremes, grownBox, joinedBox, type Plane, sharedArea } from './plane.ts'
import type { LookReading } from './reading.ts'

/** One text through the pictures in which it was found. */
export interface TextTrack {
  readonly box: Box
  /** Its line height. */
  readonly height: number
  /** Indexes of the first and last picture. */
  readonly first: number
  readonly last: number
  /** The number of those that show it. */
  readonly seen: number
  /** Its readings. */
  readonly looks: readonly LookReading[]
  /** Its letters: bright or dark, and their luma. */
  readonly ink: LetterInk
  /** Whether it appeared, and disappeared, in a still scene: a sign in the scene does not. */
  readonly comes: boolean
  readonly goes: boolean
  /** Whether the ground moved between its still letters: it is an overlay. */
  readonly floats: boolean
}

export interface LetterInk {
  readonly isLight: boolean
  readonly luma: number
}

/** A text that is still visible. */
export interface OpenTrack {
  box: Box
  readonly heights: number[]
  readonly first: number
  last: number
  seen: number
  luma: Plane
  /** Its readings. */
  readonly looks: LookReading[]
  readonly ink: LetterInk
  readonly comes: boolean
  goes: boolean
  /** Summed changes of letters, and of the ground between, from picture to picture. */
  readonly changes: { letters: number; between: number; count: number }
}

/** Least overlap with the smaller box, for boxes of one text. */
const SHARED = 0.7
/** A box this many times as high is another text: it includes another row. */
const HIGHER = 1.5
/** Least similarity of strokes of one text in two pictures. */
const ALIKE = 0.45
/** Largest mean luma difference outside texts within a shot, absolute or against the usual one. */
const OTHER_SHOT = 14
const USUALLY = 2
const RECENT = 9
/** The ground between letters moves if it changes this much more than they do, in luma per picture. */
const MOVES = 7
const LETTERS_STAY = 0.6

/** Tracks still texts through consecutive pictures by their boxes. Other letters in the same place are another text. */
export class TextTracker {
  private open: OpenTrack[] = []
  private readonly closed: OpenTrack[] = []
  private before: Plane | undefined
  private readonly differences: number[] = []

  /** The boxes of texts that are unchanged in a picture; undefined if any text changed. */
  standing(luma: Plane): Box[] | undefined {
    if (this.open.length === 0) return undefined
    const all = this.open.every((track) => alike(track.luma, luma, track.box) >= ALIKE)
    return all ? this.open.map(({ box }) => box) : undefined
  }

  /** Adds the next picture's boxes; returns the texts that it shows. */
  take(picture: number, luma: Plane, boxes: readonly Box[]): readonly OpenTrack[] {
    const { before } = this
    const isCalm = before !== undefined && this.isSameShot(before, luma, [...boxes, ...this.open.map(({ box }) => box)])
    const left = new Set(this.open)
    const next: OpenTrack[] = []
    for (const box of boxes) {
      const track = [...left].find((one) => isSameText(one, luma, box))
      if (!track) {
        const comes = isCalm && alike(before, luma, box) < ALIKE
        next.push(newTrack(picture, luma, box, comes))
        continue
      }
      left.delete(track)
      noteChange(track, luma)
      track.box = joinedBox(track.box, box)
      track.heights.push(box.height)
      track.last = picture
      track.seen++
      track.luma = luma
      next.push(track)
    }
    for (const track of left) track.goes = isCalm && alike(track.luma, luma, track.box) < ALIKE
    this.closed.push(...left)
    this.open = next
    this.before = luma
    return next
  }

  /** Whether two pictures are of one scene with its usual motion, ignoring boxes. */
  private isSameShot(before: Plane, luma: Plane, boxes: readonly Box[]): boolean {
    const difference = differenceOf(before, luma, boxes)
    const sorted = this.differences.toSorted((a, b) => a - b)
    const usual = sorted[sorted.length >> 1] ?? 0
    this.differences.push(difference)
    if (this.differences.length > RECENT) this.differences.shift()
    return difference < Math.max(OTHER_SHOT, USUALLY * usual)
  }

  /** All texts in the order of their starts. */
  end(): TextTrack[] {
    const all = [...this.closed, ...this.open].sort((a, b) => a.first - b.first)
    return all.map(({ box, heights, first, last, seen, looks, ink, comes, goes, changes }) => {
      const height = heights.sort((a, b) => a - b)[heights.length >> 1] ?? box.height
      const { letters, between, count } = changes
      const floats = between > MOVES * count && letters < LETTERS_STAY * between
      return { box, height, first, last, seen, looks, ink, comes, goes, floats: count > 0 && floats }
    })
  }
}

function newTrack(picture: number, luma: Plane, box: Box, comes: boolean): OpenTrack {
  const changes = { letters: 0, between: 0, count: 0 }
  const range = { first: picture, last: picture, seen: 1 }
  return { box, heights: [box.height], ...range, luma, looks: [], ink: inkOf(luma, box), comes, goes: false, changes }
}

function isSameText(track: OpenTrack, luma: Plane, box: Box): boolean {
  const shared = sharedArea(track.box, box)
  const least = Math.min(track.box.width * track.box.height, box.width * box.height)
  const isAsHigh = Math.max(track.box.height, box.height) <= HIGHER * Math.min(track.box.height, box.height)
  return isAsHigh && shared >= SHARED * least && alike(track.luma, luma, joinedBox(track.box, box)) >= ALIKE
}

/** Mean luma difference of two pictures outside boxes. */
function differenceOf(a: Plane, b: Plane, boxes: readonly Box[]): number {
  let [sum, count] = [0, 0]
  for (let y = 0; y < a.height; y += 3)
    for (let x = 0; x < a.width; x += 3) {
      if (boxes.some((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)) continue
      sum += Math.abs((a.data[y * a.width + x] ?? 0) - (b.data[y * a.width + x] ?? 0))
      count++
    }
  return count > 0 ? sum / count : Infinity
}

/** Records how a text's letters, and the ground between, changed since the last picture. */
function noteChange(track: OpenTrack, luma: Plane): void {
  const [a, b] = [cropPlane(track.luma, track.box), cropPlane(luma, track.box)]
  const { isLight, luma: own } = track.ink
  const strokes = strokesIn(a, strokeRadius(track.box))
  const sums = { letters: 0, between: 0 }
  const counts = { letters: 0, between: 0 }
  for (let at = 0; at < strokes.length; at++) {
    const contrast = isLight ? (strokes[at] ?? 0) : -(strokes[at] ?? 0)
    const isLetter = contrast > LETTER && Math.abs((a.data[at] ?? 0) - own) < SAME_INK
    const part = isLetter ? 'letters' : contrast < LETTER / 4 ? 'between' : undefined
    if (!part) continue
    sums[part] += Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0))
    counts[part]++
  }
  if (counts.letters === 0 || counts.between === 0) return
  track.changes.letters += sums.letters / counts.letters
  track.changes.between += sums.between / counts.between
  track.changes.count++
}

/** Least contrast of a letter against its surroundings. */
const LETTER = 40
const SAME_INK = 40
/** Share of the strongest strokes that defines the letters' luma. */
const STRONG = 0.7

/** Luma of the letters in a box: of the strokes with most contrast. */
function inkOf(luma: Plane, box: Box): LetterInk {
  const { x, y, width, height } = grownBox(box, 0, luma)
  const cut = cropPlane(luma, { x, y, width, height })
  const strokes = strokesIn(cut, strokeRadius(box))
  const sorted = strokes.toSorted()
  const [dark, bright] = [sorted[Math.floor(sorted.length * 0.05)] ?? 0, sorted[Math.floor(sorted.length * 0.95)] ?? 0]
  const isLight = bright >= -dark
  const least = STRONG * (isLight ? bright : -dark)
  const letters = cut.data.filter((_, at) => (isLight ? (strokes[at] ?? 0) : -(strokes[at] ?? 0)) >= least).sort()
  return { isLight, luma: letters[letters.length >> 1] ?? 0 }
}

/** Similarity of the strokes in a box of two pictures: correlation of local contrast. */
function alike(a: Plane, b: Plane, box: Box): number {
  const radius = strokeRadius(box)
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

const strokeRadius = ({ height }: Box): number => Math.max(2, Math.round(height * 0.3))

/** Positive where a pixel is brighter than its surroundings within a stroke's width, negative where darker. */
function strokesIn(plane: Plane, radius: number): Float32Array {
  const opened = extremes(extremes(plane, radius, 'min'), radius, 'max').data
  const closed = extremes(extremes(plane, radius, 'max'), radius, 'min').data
  return Float32Array.from(plane.data, (value, at) => 2 * value - (opened[at] ?? 0) - (closed[at] ?? 0))
}

/** Position of captions: shares of the picture's height from the top. */
const captionZones = [
  { from: 0, to: 0.25 },
  { from: 0.55, to: 1 },
] as const

/** Whether a box is in caption position. */
export function isCaption({ y, height }: Box, pictureHeight: number): boolean {
  const middle = (y + height / 2) / pictureHeight
  return captionZones.some(({ from, to }) => middle >= from && middle <= to)
}

/** Non-overlapping bands of full width around the boxes, with room for a line above and below. */
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
