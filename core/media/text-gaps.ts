import type { PixelArea } from '../domain/picture-region.ts'
import { type InkRun, type PlacedPart, widerKind } from './text-spaces.ts'
import type { ReadPart } from './text-words.ts'

/** Least width of a space, in row heights. */
const LEAST_BLANK = 0.2
/** In scripts without spaces, width of a space against most gaps. */
const BETWEEN_CLAUSES = 2
/** Largest height and width of a full stop, in row heights. */
const STOP = 0.3
const STOP_TOP = 0.35

/** Columns of ink with their vertical extent. */
export interface InkPiece extends InkRun {
  readonly top: number
  readonly bottom: number
}

/** Centres of a row's gaps as wide as spaces; pieces are ordered from the left. */
function blanksOf(pieces: readonly InkRun[], { height }: PixelArea, overUsual = 0): number[] {
  const gaps = pieces.slice(1).map(({ x }, at) => {
    const { x: left = 0, width = 0 } = pieces[at] ?? {}
    return { middle: (left + width + x) / 2, width: x - left - width }
  })
  const widths = gaps.map(({ width }) => width).sort((a, b) => a - b)
  const [wider, usual] = [widerKind(widths), widths[Math.floor(widths.length / 2)] ?? 0]
  const least = Math.max(LEAST_BLANK * height, overUsual * usual, Number.isFinite(wider) ? wider : 0)
  return gaps.filter(({ width }) => width >= least).map(({ middle }) => middle)
}

/** Signs of a script without blanks between words, with a blank before those that stand after a gap as between two clauses. */
export function withClauseBlanks(
  parts: readonly PlacedPart[],
  pieces: readonly InkRun[],
  box: PixelArea,
): PlacedPart[] {
  const middleOf = ({ x, width }: PlacedPart): number => x + width / 2
  const blanks = blanksOf(pieces, box, BETWEEN_CLAUSES)
  return parts.map((part, at) => {
    const before = parts[at - 1]
    const isAfter =
      before && /^\p{L}/u.test(part.text) && blanks.some((gap) => gap > middleOf(before) && gap < middleOf(part))
    return isAfter ? { ...part, text: ` ${part.text}` } : part
  })
}

/** Arabic letters that do not join the next: within words only these have a gap after them. */
const UNJOINED = /[اأإآٱدذرزوؤةىء]/u
/** Relative widths of letters. */
const letterWidths: readonly (readonly [RegExp, number])[] = [
  [/\p{M}/u, 0],
  [/[اأإآٱل]/u, 0.35],
  [/[بتثنيئ]/u, 0.45],
  [/[دذرزوؤةءفقمه]/u, 0.6],
  [/[سشصضطظ]/u, 1.1],
]
const USUAL_WIDTH = 0.75
/** One-letter words are written together with the next. */
const SHORTEST = 2
/** Uncertainty of a letter's position in a word, as a share of its width. */
const NEAR_SHARE = 0.15
const widthOf = (letter: string): number => letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? USUAL_WIDTH

/**
 * Words of an Arabic row, split at wide gaps within them. Engines place words only roughly: their spaces are the best
 * matching gaps, from right to left.
 */
export function wordsInGaps(parts: readonly PlacedPart[], pieces: readonly InkRun[], box: PixelArea): ReadPart[] {
  const middles = blanksOf(pieces, box).reverse()
  const edges = parts.slice(1).map((part, at) => ((parts[at]?.x ?? 0) + part.x + part.width) / 2)
  const between = nearestOf(edges, middles)
  const free = middles.filter((gap) => !between.includes(gap))
  const ends = [box.x + box.width, ...between, box.x]
  return parts.flatMap(({ text, confidence }, at) => {
    const [right, left] = [ends[at] ?? 0, ends[at + 1] ?? 0]
    const shares = free.filter((gap) => gap > left && gap < right).map((gap) => (right - gap) / (right - left))
    return cutAtShares(
      text,
      shares.sort((a, b) => a - b),
    ).map((word) => ({ text: word, confidence }))
  })
}

/**
 * Assigns ordered places distinct entries of an ordered list, as near as possible; a place keeps itself if there are too
 * few.
 */
function nearestOf(places: readonly number[], list: readonly number[]): readonly number[] {
  if (list.length < places.length) return places
  let best = list.map((): { cost: number; chosen: readonly number[] } => ({ cost: 0, chosen: [] }))
  best.push({ cost: 0, chosen: [] })
  for (const [index, place] of places.entries()) {
    // `next[at]`: the first places have gaps among the first `at` of the list.
    const next = best.map(() => ({ cost: Infinity, chosen: [] as readonly number[] }))
    for (let at = index + 1; at <= list.length; at++) {
      const gap = list[at - 1] ?? 0
      const { cost = Infinity, chosen = [] } = best[at - 1] ?? {}
      const taken = { cost: cost + Math.abs(gap - place), chosen: [...chosen, gap] }
      const skipped = next[at - 1]
      next[at] = skipped && skipped.cost <= taken.cost ? skipped : taken
    }
    best = next
  }
  return best.at(-1)?.chosen ?? places
}

/** A word split at shares of its width, each after a non-joining letter. */
function cutAtShares(word: string, shares: readonly number[]): string[] {
  const letters = [...word]
  const total = letters.reduce((sum, letter) => sum + widthOf(letter), 0)
  let width = 0
  const places = letters.map((letter, at) => {
    width += widthOf(letter)
    return { at: at + 1, share: width / total }
  })
  const hasLetters = (part: readonly string[]): boolean =>
    part.filter((letter) => /\p{L}/u.test(letter)).length >= SHORTEST
  const isEnd = ({ at }: { at: number }): boolean =>
    UNJOINED.test(letters[at - 1] ?? '') && hasLetters(letters.slice(0, at)) && hasLetters(letters.slice(at))
  const ends = places.filter(isEnd)
  const cuts = new Set<number>()
  for (const share of shares) {
    const [best] = ends.toSorted((a, b) => Math.abs(a.share - share) - Math.abs(b.share - share))
    if (best && Math.abs(best.share - share) < NEAR_SHARE) cuts.add(best.at)
  }
  const all = [0, ...[...cuts].sort((a, b) => a - b), letters.length]
  return all.slice(1).map((end, at) => letters.slice(all[at], end).join(''))
}

/** Dots at the end of an Arabic row, its left edge, as many as are visible. */
export function withSeenStops<T extends ReadPart>(
  words: readonly T[],
  pieces: readonly InkPiece[],
  { y, height }: PixelArea,
): T[] {
  const isStop = ({ width, top, bottom }: InkPiece): boolean =>
    width <= STOP * height && bottom - top < STOP * height && top >= y + STOP_TOP * height
  const others = pieces.findIndex((piece) => !isStop(piece))
  const seen = others < 0 ? pieces.length : others
  return words.map((word, at) => {
    const isLast = at === words.length - 1
    return isLast && seen > 0 ? { ...word, text: word.text.replace(/\.{2,}$/, '.'.repeat(seen)) } : word
  })
}
