import type { PixelArea } from '../domain/picture-region.ts'
import { likeness } from '../subtitle/text/align.ts'
import type { GreyPicture } from './text-ink.ts'
import type { TextSegment } from './text-segments.ts'
import type { Strokes } from './text-strokes.ts'

/** The look of letters: light or dark, and their line height in pixels. */
interface LetterLook {
  readonly isLight: boolean
  readonly lineHeight: number
}

/** A text as shown: its strokes, and each pixel's darkest value over time, for dark letters the brightest. */
type StillText = Pick<TextSegment, 'picture' | 'strokes'>

/** Least contrast of a letter's pixel (of dark letters reversed). */
const CONTRAST = 80
/** Side of the squares for counting pixels, and a letter's size in them; in line heights. */
const SQUARE = 0.14
const ACROSS = 4
const DOWN = 5
/** Pixels that another letter must lack and add; in squares of a line height. */
const BOTH_WAYS = 0.006
const IN_ALL = 0.015
/** Pixels of a letter that only adds or loses strokes. */
const ONE_WAY = 0.022
const FEWEST_PIXELS = 3
/** Share of all differences within one letter, if it is one; more if strokes are only added or lost. */
const IN_LETTER = 0.2
const ALL_IN_LETTER = 0.4
/** From this share of changed strokes the text is another. */
const MOST = 0.2

/**
 * Whether the second of two texts has another letter than the first in the same place: pixels always set in one and never
 * in the other. Motion behind a text never clears its letters. Searched in some areas, or everywhere.
 */
export function hasOtherLetter(a: StillText, b: StillText, look: LetterLook, areas?: readonly PixelArea[]): boolean {
  const { width, height } = a.picture
  const [before, after] = [strokesIn(a.strokes, width, areas), strokesIn(b.strokes, width, areas)]
  const lost = pixelsGone(before, a.picture, b.picture, look)
  const gained = pixelsGone(after, b.picture, a.picture, look)
  if (lost.length >= MOST * before.length && gained.length >= MOST * after.length) return lost.length > 0
  const unit = look.lineHeight ** 2
  const all = lost.length + gained.length
  return letterCounts(lost, gained, { width, height }, look.lineHeight).some(([less, more]) => {
    const [fewer, most] = [Math.min(less, more), Math.max(less, more)]
    const isExchanged =
      fewer >= Math.max(2, BOTH_WAYS * unit) && less + more >= IN_ALL * unit && less + more >= IN_LETTER * all
    return most >= FEWEST_PIXELS && (isExchanged || (most >= ONE_WAY * unit && most >= ALL_IN_LETTER * all))
  })
}

function strokesIn({ at: all }: Strokes, width: number, areas: readonly PixelArea[] | undefined): readonly number[] {
  if (!areas) return all
  return all.filter((at) => {
    const y = Math.floor(at / width)
    const x = at - y * width
    return areas.some((area) => x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height)
  })
}

/** Strokes of one picture that are none in another. */
function pixelsGone(strokes: readonly number[], of: GreyPicture, from: GreyPicture, { isLight }: LetterLook): number[] {
  const sign = isLight ? 1 : -1
  return strokes.filter((at) => sign * ((of.data[at] ?? 0) - (from.data[at] ?? 0)) >= CONTRAST)
}

/** Counts of two sets of pixels in each letter-sized window. */
function letterCounts(
  some: readonly number[],
  others: readonly number[],
  { width, height }: Omit<GreyPicture, 'data'>,
  lineHeight: number,
): (readonly [number, number])[] {
  const side = Math.max(2, Math.round(lineHeight * SQUARE))
  const columns = Math.ceil(width / side)
  const squares = (pixels: readonly number[]): Map<number, number> => {
    const counts = new Map<number, number>()
    for (const at of pixels) {
      const y = Math.floor(at / width)
      const square = Math.floor(y / side) * columns + Math.floor((at - y * width) / side)
      counts.set(square, (counts.get(square) ?? 0) + 1)
    }
    return counts
  }
  const [one, other] = [squares(some), squares(others)]
  const touched = new Set([...one.keys(), ...other.keys()])
  // A letter may begin in any square with pixels, or slightly before it.
  const rows = Math.ceil(height / side)
  const starts = new Set<number>()
  for (const square of touched)
    for (let up = 0; up < DOWN; up++)
      for (let left = 0; left < ACROSS; left++) {
        const [row, column] = [Math.floor(square / columns) - up, (square % columns) - left]
        if (row >= 0 && column >= 0 && row < rows) starts.add(row * columns + column)
      }
  const sumFrom = (counts: ReadonlyMap<number, number>, start: number): number => {
    let sum = 0
    for (let down = 0; down < DOWN; down++)
      for (let right = 0; right < ACROSS; right++) sum += counts.get(start + down * columns + right) ?? 0
    return sum
  }
  return [...starts].map((start) => [sumFrom(one, start), sumFrom(other, start)] as const)
}

/** A recognised text and its rows' places. */
export interface StoodText {
  readonly segment: TextSegment
  readonly areas: readonly PixelArea[]
  readonly text: string
}

/** Texts less alike than this need no comparison of letters; and the least duration (ms) of another text. */
const ALIKE = 0.5
const LEAST_MS = 300
/** With several readings of a text, spans of fewer frames say little of the ground. */
const FEWEST_FRAMES = 6

/**
 * For each text whether its letters differ from those of a nearly equal text before it. Readings of one text are compared
 * together. `rate`: frames a second.
 */
export function otherLetters(stood: readonly StoodText[], look: LetterLook & { readonly rate: number }): boolean[] {
  const groups = sameReadings(stood)
  const isOther = new Set<StoodText>()
  let before: readonly StoodText[] | undefined
  for (const group of groups) {
    const [first] = group
    if (!first || framesOf(group) * 1000 < LEAST_MS * look.rate) continue
    const last = before?.[0]
    const isAlike = last !== undefined && likeness(last.text, first.text) >= ALIKE
    if (
      before &&
      isAlike &&
      hasOtherLetter(together(before, look), together(group, look), look, areasOf(before, group))
    )
      isOther.add(first)
    before = group
  }
  return stood.map((text) => isOther.has(text))
}

function sameReadings(stood: readonly StoodText[]): StoodText[][] {
  const groups: StoodText[][] = []
  for (const text of stood) {
    const last = groups.at(-1)
    if (last?.[0] && likeness(last[0].text, text.text) === 1) last.push(text)
    else groups.push([text])
  }
  return groups
}

const framesOf = (group: readonly StoodText[]): number =>
  group.reduce((sum, { segment }) => sum + segment.end - segment.first, 0)

const areasOf = (...groups: readonly (readonly StoodText[])[]): PixelArea[] =>
  groups.flatMap((group) => group.slice(0, 1).flatMap(({ areas }) => [...areas]))

/** The common part of several readings. */
function together(group: readonly StoodText[], { isLight }: LetterLook): StillText {
  const long = group.filter(({ segment }) => segment.end - segment.first >= FEWEST_FRAMES)
  const [first, ...others] = (long.length > 0 ? long : group).map(({ segment }) => segment)
  if (!first || others.length === 0)
    return (
      first ?? { picture: { width: 0, height: 0, data: new Uint8Array() }, strokes: { mask: new Uint8Array(), at: [] } }
    )
  const darker = isLight ? Math.min : Math.max
  const data = first.picture.data.slice()
  const mask = first.strokes.mask.slice()
  for (const { picture, strokes } of others) {
    for (let at = 0; at < data.length; at++) data[at] = darker(data[at] ?? 0, picture.data[at] ?? 0)
    for (const at of strokes.at) mask[at] = 1
  }
  const at = [...mask.keys()].filter((pixel) => mask[pixel] === 1)
  return { picture: { ...first.picture, data }, strokes: { mask, at } }
}
