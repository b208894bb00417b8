import type { PixelArea } from '../domain/picture-region.ts'
import { BYTES_PER_WORD, HIGH_BITS, LOW_BITS } from './byte-words.ts'

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
  { isLight, level, stroke }: TextInk,
  mask: Uint8Array,
  places?: Int32Array,
): number {
  const flip = isLight ? 0 : 255
  const least = Math.max(isLight ? level : 255 - level, CONTRAST)
  const below = stroke * width
  mask.fill(0)
  let count = 0
  let [row, y] = [0, 0]
  const end = width * height
  const bright = new BrightWords(data, least, isLight)
  for (let from = bright.next(0); from < end; from = bright.next(from + BYTES_PER_WORD)) {
    for (let at = from; at < from + BYTES_PER_WORD && at < end; at++) {
      const limit = ((data[at] ?? 0) ^ flip) - CONTRAST
      if (limit + CONTRAST < least) continue
      while (at >= row + width) {
        row += width
        y++
      }
      const x = at - row
      const isInk =
        (x >= stroke &&
          x < width - stroke &&
          ((data[at - stroke] ?? 0) ^ flip) <= limit &&
          ((data[at + stroke] ?? 0) ^ flip) <= limit) ||
        (y >= stroke &&
          y < height - stroke &&
          ((data[at - below] ?? 0) ^ flip) <= limit &&
          ((data[at + below] ?? 0) ^ flip) <= limit)
      if (!isInk) continue
      mask[at] = 1
      if (places) places[count] = at
      count++
    }
  }
  return count
}

/** Words of four pixels of which at least one is bright enough: most have none, and are passed over at once. */
class BrightWords {
  private readonly words: Int32Array
  private readonly length: number
  private readonly flip: number
  private readonly added: number
  private readonly isHigh: boolean

  constructor({ buffer, byteOffset, length }: Uint8Array, least: number, isLight: boolean) {
    // What does not begin at a whole word is looked at pixel by pixel.
    this.words = byteOffset % BYTES_PER_WORD === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : new Int32Array(0)
    this.length = length
    this.flip = isLight ? 0 : -1
    this.isHigh = least > 128
    this.added = Math.imul(this.isHigh ? 256 - least : 128 - least, 0x0101_0101)
  }

  /** Where the next such word begins; the number of pixels where there is none. */
  next(from: number): number {
    const { words, flip, added, isHigh } = this
    for (let at = from >> 2; at < words.length; at++) {
      const value = (words[at] ?? 0) ^ flip
      // The addition carries into a byte's highest bit, and never out of it.
      const sum = ((value & LOW_BITS) + added) | 0
      if (((isHigh ? sum & value : sum | value) & HIGH_BITS) !== 0) return at * BYTES_PER_WORD
    }
    return from >> 2 < words.length ? Math.min(this.length, words.length * BYTES_PER_WORD) : from
  }
}
