import type { PixelArea } from '../domain/picture-region.ts'
import { BYTES_PER_WORD, highNotSmaller, HIGH_BITS, LOW_BITS } from './byte-words.ts'

/** One byte of brightness a pixel, row by row. */
export interface GreyPicture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** How letters are drawn, learnt from where text was found. */
export interface TextInk {
  /** False for dark letters on a bright ground. */
  readonly isLight: boolean
  /** Letters are at least (dark ones: at most) so bright. */
  readonly level: number
  /** Strokes are narrower than this, in pixels. */
  readonly stroke: number
}

/** A stroke differs from what is beside it by at least this much. */
const CONTRAST = 40
/** Letters of other lines may be so much darker than those that were seen. */
const LEEWAY = 45
/** The level where nothing was seen: about what white letters keep after compression. */
const USUAL_LEVEL = 150
const STROKE_SHARE = 0.2
/** The letters inside an outline are brighter than what is around it by this. */
const OVER_GROUND = 24

/** Strokes of letters that are `lineHeight` pixels high are narrower than this. */
export function strokeOf(lineHeight: number): number {
  return Math.max(2, Math.round(lineHeight * STROKE_SHARE))
}

/** How the letters in boxes of some pictures are drawn; white ones where there are no boxes. `lineHeight` in pixels. */
export function learnInk(
  seen: readonly { readonly picture: GreyPicture; readonly boxes: readonly PixelArea[] }[],
  lineHeight: number,
): TextInk {
  const stroke = strokeOf(lineHeight)
  let votes = 0
  const levels = { light: [] as number[], dark: [] as number[] }
  for (const { picture, boxes } of seen) {
    for (const box of boxes) {
      const part = cropped(picture, box)
      const light = inkPixels(part, { isLight: true, level: 0, stroke })
      const dark = inkPixels(part, { isLight: false, level: 255, stroke })
      votes += dark.length > light.length && !isOutlined(part, stroke) ? -1 : Math.sign(light.length)
      if (light.length) levels.light.push(quantile(light, 0.6))
      if (dark.length) levels.dark.push(quantile(dark, 0.4))
    }
  }
  // Light letters have a dark outline as a rule, dark ones no light one: a draw is for light ones.
  if (votes < 0)
    return { isLight: false, level: Math.min(255 - CONTRAST, quantile(levels.dark, 0.75) + LEEWAY), stroke }
  const level = levels.light.length ? quantile(levels.light, 0.25) - LEEWAY : USUAL_LEVEL
  return { isLight: true, level: Math.max(CONTRAST, level), stroke }
}

/** Whether dark strokes are the outline of light letters: on one side alone they have something brighter than the ground. */
function isOutlined(part: GreyPicture, stroke: number): boolean {
  const { width, height, data } = part
  const mask = new Uint8Array(width * height)
  markInk(data, part, { isLight: false, level: 255, stroke }, mask)
  const brighter: number[] = []
  const darker: number[] = []
  const ground: number[] = []
  const most = (from: number, step: 1 | -1): number => {
    let value = 0
    for (let far = 1; far <= stroke; far++) value = Math.max(value, data[from + step * far] ?? 0)
    return value
  }
  for (let at = 0; at < mask.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (y === 0 || y === height - 1 || x === 0 || x === width - 1) ground.push(data[at] ?? 0)
    else if (mask[at] === 1 && x >= stroke && x < width - stroke) {
      const [before, after] = [most(at, -1), most(at, 1)]
      brighter.push(Math.max(before, after))
      darker.push(Math.min(before, after))
    }
  }
  const least = quantile(ground, 0.5) + OVER_GROUND
  return quantile(brighter, 0.5) > least && quantile(darker, 0.5) <= least
}

function inkPixels(picture: GreyPicture, ink: TextInk): number[] {
  const mask = new Uint8Array(picture.width * picture.height)
  markInk(picture.data, picture, ink, mask)
  return [...picture.data].filter((_, at) => mask[at] === 1)
}

/** The value that so great a share of the values does not pass; 0 where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The part of a picture in a rectangle, which may reach over its edges. */
export function cropped({ width, height, data }: GreyPicture, area: PixelArea): GreyPicture {
  const left = Math.max(0, Math.floor(area.x))
  const top = Math.max(0, Math.floor(area.y))
  const right = Math.max(left, Math.min(width, Math.ceil(area.x + area.width)))
  const bottom = Math.max(top, Math.min(height, Math.ceil(area.y + area.height)))
  const part = new Uint8Array((right - left) * (bottom - top))
  for (let y = top; y < bottom; y++)
    part.set(data.subarray(y * width + left, y * width + right), (y - top) * (right - left))
  return { width: right - left, height: bottom - top, data: part }
}

/**
 * Marks (1) the pixels of strokes, across or down: those that are bright enough and brighter on both sides, a stroke's
 * width away. Returns how many there are; `places` takes where, in order. For dark letters everything is turned round.
 */
export function markInk(
  data: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  ink: TextInk,
  mask: Uint8Array | undefined,
  places?: Int32Array,
): number {
  const { stroke } = ink
  const marks = new InkMarks(data, { width, height }, ink, mask, places)
  mask?.fill(0)
  for (let y = 0, row = 0; y < height; y++, row += width) {
    const isBetween = y >= stroke && y < height - stroke
    // A word may begin anywhere in two whole ones.
    const last = wordsDownTo(data.length) - (isBetween ? stroke * width : stroke) - BYTES_PER_WORD
    // Words that have pixels on both sides; what is left at the edges is looked at pixel by pixel.
    const from = Math.min(wordsUpTo(row + stroke), row + width)
    const to = Math.max(from, wordsDownTo(Math.min(row + width - stroke, last)))
    marks.byPixel(row, from)
    marks.byWord(from, to, isBetween)
    marks.byPixel(to, row + width)
  }
  return marks.count
}

const wordsUpTo = (place: number): number => (place + BYTES_PER_WORD - 1) & -BYTES_PER_WORD
const wordsDownTo = (place: number): number => place & -BYTES_PER_WORD

const inEach = (byte: number): number => Math.imul(byte, 0x0101_0101)
const CONTRAST_IN_EACH = inEach(CONTRAST)

class InkMarks {
  count = 0
  private readonly data: Uint8Array
  /** Four pixels a word; copied where they do not begin at a whole one. */
  private readonly words: Int32Array
  private readonly width: number
  private readonly height: number
  private readonly stroke: number
  private readonly flip: number
  private readonly least: number
  private readonly mask: Uint8Array | undefined
  private readonly places: Int32Array | undefined

  constructor(
    data: Uint8Array,
    { width, height }: { readonly width: number; readonly height: number },
    { isLight, level, stroke }: TextInk,
    mask: Uint8Array | undefined,
    places: Int32Array | undefined,
  ) {
    this.data = data
    const { buffer, byteOffset, length } = data.byteOffset % BYTES_PER_WORD === 0 ? data : new Uint8Array(data)
    this.words = new Int32Array(buffer, byteOffset, length >> 2)
    this.width = width
    this.height = height
    this.stroke = stroke
    this.flip = isLight ? 0 : 255
    this.least = Math.max(isLight ? level : 255 - level, CONTRAST)
    this.mask = mask
    this.places = places
  }

  private mark(at: number): void {
    if (this.mask) this.mask[at] = 1
    if (this.places) this.places[this.count] = at
    this.count++
  }

  /** Whole words with pixels to their left and right, and where `isBetween` above and below them. */
  byWord(from: number, to: number, isBetween: boolean): void {
    const { words, stroke, width, least } = this
    const flip = -(this.flip & 1)
    const below = stroke * width
    const [left, right, up, down] = [stepOf(-stroke), stepOf(stroke), stepOf(-below), stepOf(below)]
    const isHigh = least > 128
    const added = inEach(isHigh ? 256 - least : 128 - least)
    for (let word = from >> 2; word < to >> 2; word++) {
      const value = words[word]! ^ flip
      // The addition carries into a byte's highest bit, and never out of it.
      const sum = ((value & LOW_BITS) + added) | 0
      const bright = (isHigh ? sum & value : sum | value) & HIGH_BITS
      // Most words have no pixel that is bright enough.
      if (bright === 0) continue
      // No byte that is bright enough borrows of its neighbour: it is no darker than the contrast.
      const rest = ((value | HIGH_BITS) - CONTRAST_IN_EACH) | 0
      const limit = rest & (LOW_BITS | (value & HIGH_BITS))
      let ink = bright & highNotSmaller(limit, wordAt(words, word + left.words, left.shift) ^ flip)
      if (ink !== 0) ink &= highNotSmaller(limit, wordAt(words, word + right.words, right.shift) ^ flip)
      let other = isBetween ? bright & highNotSmaller(limit, wordAt(words, word + up.words, up.shift) ^ flip) : 0
      if (other !== 0) other &= highNotSmaller(limit, wordAt(words, word + down.words, down.shift) ^ flip)
      ink = (ink | other) >>> 7
      for (let at = word * BYTES_PER_WORD; ink !== 0; at++, ink >>>= 8) if (ink & 1) this.mark(at)
    }
  }

  byPixel(from: number, to: number): void {
    const { data, width, height, stroke, flip, least } = this
    for (let at = from; at < to; at++) if (isInkAt(data, at, width, height, stroke, flip, least)) this.mark(at)
  }
}

/** Whether one pixel is a stroke, by the rule of `markInk`. */
function isInkAt(
  data: Uint8Array,
  at: number,
  width: number,
  height: number,
  stroke: number,
  flip: number,
  least: number,
): boolean {
  const value = data[at]! ^ flip
  if (value < least) return false
  const limit = value - CONTRAST
  const y = Math.floor(at / width)
  const x = at - y * width
  const below = stroke * width
  return (
    (x >= stroke &&
      x < width - stroke &&
      (data[at - stroke]! ^ flip) <= limit &&
      (data[at + stroke]! ^ flip) <= limit) ||
    (y >= stroke && y < height - stroke && (data[at - below]! ^ flip) <= limit && (data[at + below]! ^ flip) <= limit)
  )
}

/** Of so many places those that are strokes of a picture too, into `kept` (which may be `places`), in the same order; returns how many. */
export function inkAmong(
  data: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  { isLight, level, stroke }: TextInk,
  places: Int32Array,
  count: number,
  kept: Int32Array,
): number {
  const flip = isLight ? 0 : 255
  const least = Math.max(isLight ? level : 255 - level, CONTRAST)
  let found = 0
  for (let index = 0; index < count; index++) {
    const at = places[index]!
    if (isInkAt(data, at, width, height, stroke, flip, least)) kept[found++] = at
  }
  return found
}

/** How far a place is: whole words, and bits on. */
const stepOf = (bytes: number) => ({ words: bytes >> 2, shift: (bytes & 3) << 3 })

/** Four bytes that begin so many bits after a word's first, the first in the lowest byte. */
function wordAt(words: Int32Array, word: number, shift: number): number {
  const low = words[word]!
  return shift === 0 ? low : (low >>> shift) | (words[word + 1]! << (32 - shift))
}
