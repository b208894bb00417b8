import type { PixelArea } from '../domain/picture-region.ts'
import type { ReadPart } from './text-readings.ts'

/** A sign that was read, and where its middle is, in pixels from the left. */
export interface PlacedSign extends ReadPart {
  readonly x: number
}

/** A blank is at least so wide, in heights of the row's box and in pixels, and so many times what is between letters. */
const LEAST_BLANK = 0.16
const LEAST_PIXELS = 4
const OVER_LETTERS = 1.5
/** Where more signs than this share would begin a word, letters are set apart and gaps say nothing. */
const MOST_BLANKS = 0.45
/** A gap belongs between two letters whose middle is this much nearer to it than that of any others. */
const CLEARLY = 0.6

/**
 * The words of a row of signs: blanks where they were read, and where no pixel of the row is ink for longer than between
 * letters. `isInk` is asked for pixels of the picture that the box is in.
 */
export function wordsOfSigns(
  signs: readonly PlacedSign[],
  box: PixelArea,
  isInk: (x: number, y: number) => boolean,
): ReadPart[] {
  const letters = signs.filter(({ text }) => text.trim() !== '')
  const breaks = new Set<PlacedSign>()
  let isApart = false
  for (const sign of signs) {
    if (sign.text.trim() === '') isApart = true
    else {
      if (isApart) breaks.add(sign)
      isApart = false
    }
  }
  const gaps = gapsOf(letters, box, isInk)
  const seen = gaps.map((middle) => letterAfter(letters, middle)).filter((sign) => sign !== undefined)
  if (seen.length <= MOST_BLANKS * letters.length) for (const sign of seen) breaks.add(sign)
  const words: PlacedSign[][] = []
  for (const letter of letters) {
    if (words.length === 0 || breaks.has(letter)) words.push([])
    words.at(-1)?.push(letter)
  }
  return words.map((word) => ({
    text: word.map(({ text }) => text).join(''),
    confidence: word.reduce((sum, { confidence }) => sum + confidence, 0) / word.length,
  }))
}

/** The letter that begins a word after a gap; the engine says where letters are only roughly. */
function letterAfter(letters: readonly PlacedSign[], gap: number): PlacedSign | undefined {
  const places = letters.slice(1).map((letter, index) => {
    const before = letters[index]?.x ?? 0
    return { letter, distance: Math.abs((before + letter.x) / 2 - gap) }
  })
  const [best, second] = places.sort((a, b) => a.distance - b.distance)
  return best && (!second || best.distance < CLEARLY * second.distance) ? best.letter : undefined
}

/** The middles of the gaps between the first and the last letter. */
function gapsOf(
  letters: readonly PlacedSign[],
  { y, height }: PixelArea,
  isInk: (x: number, y: number) => boolean,
): number[] {
  const [first, last] = [letters[0], letters.at(-1)]
  if (!first || !last) return []
  const rows = Array.from({ length: Math.ceil(height) }, (_, row) => Math.floor(y) + row)
  const gaps: { middle: number; length: number }[] = []
  let from = Math.round(first.x)
  for (let x = from; x <= Math.round(last.x); x++) {
    if (!rows.some((row) => isInk(x, row))) continue
    if (x > from) gaps.push({ middle: (from + x) / 2, length: x - from })
    from = x + 1
  }
  const least = leastBlank(
    gaps.map(({ length }) => length),
    height,
  )
  return gaps.filter(({ length }) => length >= least).map(({ middle }) => middle)
}

/** The length from which on gaps of a row are blanks: above the widest step between its gaps. */
function leastBlank(lengths: readonly number[], height: number): number {
  const sorted = [...lengths].sort((a, b) => a - b)
  let best = { step: 0, least: Infinity }
  for (const [index, length] of sorted.entries()) {
    const before = sorted[index - 1] ?? 1
    const isWide = length >= Math.max(LEAST_PIXELS, LEAST_BLANK * height, OVER_LETTERS * before)
    if (isWide && length - before > best.step) best = { step: length - before, least: length }
  }
  return best.least
}
