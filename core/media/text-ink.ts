import type { PixelArea } from '../domain/picture-region.ts'
import { BYTES_PER_WORD, highNotSmaller, HIGH_BITS, LOW_BITS } from './byte-words.ts'

/** One byte of brightness per pixel, row by row. */
export interface GreyPicture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** The look of letters, learned from found text. */
export interface TextInk {
  /** False for dark letters on a bright ground. */
  readonly isLight: boolean
  /** Least (for dark letters greatest) brightness of letters. */
  readonly level: number
  /** Upper bound of a stroke's width, in pixels. */
  readonly stroke: number
}

/** Least contrast of a stroke to its sides. */
const CONTRAST = 40
/** Letters of other cues may be darker than the seen ones by this. */
const LEEWAY = 45
/** Default level: about the brightness of white letters after compression. */
const USUAL_LEVEL = 150
const STROKE_SHARE = 0.2
/** Contrast of letters inside an outline to their surroundings. */
const OVER_GROUND = 24

/** Largest stroke width for letters of `lineHeight` pixels. */
export function strokeOf(lineHeight: number): number {
  return Math.max(2, Math.round(lineHeight * STROKE_SHARE))
}

/** The look of letters in boxes of some pictures; white ones without boxes. `lineHeight` in pixels. */
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
  // Light letters usually have a dark outline, dark ones no light one: a draw means light.
  if (votes < 0)
    return { isLight: false, level: Math.min(255 - CONTRAST, quantile(levels.dark, 0.75) + LEEWAY), stroke }
  const level = levels.light.length ? quantile(levels.light, 0.25) - LEEWAY : USUAL_LEVEL
  return { isLight: true, level: Math.max(CONTRAST, level), stroke }
}

/** Whether dark strokes are the outline of light letters: only one side is brighter than the ground. */
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

/** The quantile of the values at a share; 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The part of a picture in a rectangle, which may exceed its edges. */
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
 * Marks (1) stroke pixels: bright enough, and brighter on both sides at a stroke's width, across or down; for dark
 * letters reversed. Returns their number; `places` receives their indexes.
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
    // A word may begin anywhere in two aligned ones.
    const last = wordsDownTo(data.length) - (isBetween ? stroke * width : stroke) - BYTES_PER_WORD
    // Words with pixels on both sides; the rest is tested pixel by pixel.
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
  /** Four pixels per word; copied if unaligned. */
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

  /** Whole words with neighbours left and right, and if `isBetween` above and below. */
  byWord(from: number, to: number, isBetween: boolean): void {
    const { words, stroke, width, least } = this
    const flip = -(this.flip & 1)
    const below = stroke * width
    const [left, right, up, down] = [stepOf(-stroke), stepOf(stroke), stepOf(-below), stepOf(below)]
    const isHigh = least > 128
    const added = inEach(isHigh ? 256 - least : 128 - least)
    for (let word = from >> 2; word < to >> 2; word++) {
      const value = words[word]! ^ flip
      // The addition carries into a byte's highest bit, and never beyond.
      const sum = ((value & LOW_BITS) + added) | 0
      const bright = (isHigh ? sum & value : sum | value) & HIGH_BITS
      // Most words have no bright pixel.
      if (bright === 0) continue
      // No bright enough byte borrows from its neighbour: it is at least the contrast.
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

/**
 * Filters indexes to strokes of a picture into `kept` (which may be `places`), keeping the order; returns their number.
 */
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

/** Distance of a place: whole words, and remaining bits. */
const stepOf = (bytes: number) => ({ words: bytes >> 2, shift: (bytes & 3) << 3 })

/** Four bytes at a bit offset in a word, the first in the lowest byte. */
function wordAt(words: Int32Array, word: number, shift: number): number {
  const low = words[word]!
  return shift === 0 ? low : (low >>> shift) | (words[word + 1]! << (32 - shift))
}
