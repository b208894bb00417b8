import type { PixelArea } from '../domain/picture-region.ts'
import type { ReadPart } from './text-words.ts'

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

/**
 * Between signs of one width that have a blank between them so much is free, in their widths, and their middles are so far
 * apart; between letters of other scripts so much is free.
 */
const SIGN_BLANK = 0.28
const SIGN_STEP = 1.19
const LETTER_BLANK = 0.28
const WIDE_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Marks that stand in the middle or at the edge of a whole width have their own room beside them. */
const ROOMY_MARK = /[，。、；：！？…·“”‘’「」『』（）《》〈〉【】—～.,!?;:]/u

/**
 * Before which signs of a row without blanks between words one was set all the same, as between two clauses: where no pixel
 * is ink for longer than beside signs, and signs are further apart. Signs are counted without blanks.
 */
export function blanksBetweenSigns(
  signs: readonly PlacedSign[],
  box: PixelArea,
  isInk: (x: number, y: number) => boolean,
): ReadonlySet<number> {
  const letters = signs.filter(({ text }) => text.trim() !== '')
  const read = signs.filter((sign, at) => sign.text.trim() !== '' && signs[at - 1]?.text.trim() === '')
  const placed = placedByInk(letters, box, isInk)
  const width = widthOfSign(placed, box)
  const blanks = new Set<number>()
  for (const [at, { sign, middle, free }] of placed.entries()) {
    const before = placed[at - 1]
    if (!before || ROOMY_MARK.test(before.sign.text) || ROOMY_MARK.test(sign.text)) continue
    const isWide = WIDE_SIGN.test(before.sign.text) || WIDE_SIGN.test(sign.text)
    if (!isWide && read.includes(sign)) blanks.add(at)
    const isApart = !isWide || middle - before.middle > SIGN_STEP * width
    if (isApart && free > (isWide ? SIGN_BLANK : LETTER_BLANK) * width) blanks.add(at)
  }
  return blanks
}

/** A sign with the middle of its ink, and how much is free before it; in pixels. */
interface InkedSign {
  readonly sign: PlacedSign
  readonly middle: number
  readonly free: number
}

/** Engines say only roughly where signs are: each reaches from the widest free stretch before it to the one after it. */
function placedByInk(
  letters: readonly PlacedSign[],
  { x: left, y, width, height }: PixelArea,
  isInk: (x: number, y: number) => boolean,
): InkedSign[] {
  const rows = Array.from({ length: Math.ceil(height) }, (_, row) => Math.floor(y) + row)
  const hasInk = (x: number): boolean => rows.some((row) => isInk(x, row))
  const right = Math.ceil(left + width)
  let [first, last] = [Math.floor(left), right]
  while (first < right && !hasInk(first)) first++
  while (last > first && !hasInk(last - 1)) last--
  const gaps = letters.slice(1).map(({ x }, at) => widestGap(Math.round(letters[at]?.x ?? 0), Math.round(x), hasInk))
  return letters.map((sign, at) => {
    const [from, to] = [gaps[at - 1]?.end ?? first, gaps[at]?.start ?? last]
    return { sign, middle: (from + to) / 2, free: (gaps[at - 1]?.end ?? 0) - (gaps[at - 1]?.start ?? 0) }
  })
}

/** The longest stretch of columns without ink between two; nothing in their middle where there is none. */
function widestGap(from: number, to: number, hasInk: (x: number) => boolean): { start: number; end: number } {
  let best = { start: Math.round((from + to) / 2), end: Math.round((from + to) / 2) }
  let start = from
  for (let x = from; x <= to; x++) {
    if (hasInk(x)) start = x + 1
    else if (x + 1 - start > best.end - best.start) best = { start, end: x + 1 }
  }
  return best
}

/** The usual distance between two wide signs beside each other. */
function widthOfSign(placed: readonly InkedSign[], { height }: PixelArea): number {
  const steps = placed
    .slice(1)
    .flatMap(({ sign, middle }, at) => {
      const before = placed[at]
      return before && WIDE_SIGN.test(before.sign.text) && WIDE_SIGN.test(sign.text) ? [middle - before.middle] : []
    })
    .sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? height * SIGN_SHARE
}

/** The width of a sign, in heights of a row's box, where no two are beside each other. */
const SIGN_SHARE = 0.75

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

/** A part of a row as an engine read it, and where it is, in pixels from the left. */
export interface PlacedPart extends ReadPart {
  readonly x: number
  readonly width: number
}

/** Syllables stand one step apart; before the next word is a fifth of a step more at least. */
const NEXT_WORD = 1.2
/** A box that is wider than so many steps was drawn around more than its syllable. */
const TOO_WIDE = 1.5
const HANGUL = /\p{Script=Hangul}/u

/** The words of a row in Hangul, whose syllables engines tell apart as words: those that stand a step apart are one. */
export function wordsOfSyllables(parts: readonly PlacedPart[]): ReadPart[] {
  const step = stepOf(parts)
  const words: (ReadPart & { letters: number })[] = []
  for (const [at, part] of parts.entries()) {
    const [before, last] = [parts[at - 1], words.at(-1)]
    const letters = part.text.length
    if (before && last && isOneWord(before, part, step)) {
      const sum = last.letters + letters
      const confidence = (last.confidence * last.letters + part.confidence * letters) / sum
      words[words.length - 1] = { text: last.text + part.text, confidence, letters: sum }
    } else words.push({ text: part.text, confidence: part.confidence, letters })
  }
  return words.map(({ text, confidence }) => ({ text, confidence }))
}

function isOneWord(before: PlacedPart, part: PlacedPart, step: number): boolean {
  if (!HANGUL.test(before.text.at(-1) ?? '') || !HANGUL.test(part.text.charAt(0))) return false
  const [one, other] = [placesOf(before).at(-1), placesOf(part)[0]]
  if (!one || !other) return false
  const isLoose = Math.max(one.width, other.width) > TOO_WIDE * step
  const distance = isLoose ? other.x - one.x : other.x + other.width / 2 - one.x - one.width / 2
  return distance < NEXT_WORD * step
}

/** How far syllables of one word are apart: most of a row's are. */
function stepOf(parts: readonly PlacedPart[]): number {
  const places = parts.filter(({ text }) => HANGUL.test(text)).map(placesOf)
  const within = places.flatMap((signs) => signs.slice(1).map((sign, at) => sign.x - (signs[at]?.x ?? 0)))
  const between = places.slice(1).flatMap((signs, at) => {
    const [one, other] = [places[at]?.at(-1), signs[0]]
    return one && other ? [other.x + other.width / 2 - one.x - one.width / 2] : []
  })
  const sorted = [...within, ...between].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.4)] ?? 0
}

/** The syllables and marks of a part share its box evenly. */
function placesOf({ text, x, width }: PlacedPart): { x: number; width: number }[] {
  const signs = [...text]
  const share = width / signs.length
  return signs.map((_, at) => ({ x: x + share * at, width: share }))
}

/** Columns of a row that hold ink, from `x` on, in pixels. */
export interface InkRun {
  readonly x: number
  readonly width: number
}

/** A sign's share of the width of a syllable. */
function widthOf(sign: string): number {
  if (HANGUL.test(sign)) return 1
  return /[\p{L}\p{N}]/u.test(sign) ? 0.6 : 0.35
}

/** Blanks are as wide as this at least, and hardly wider than that, in widths of a syllable. */
const LEAST_BESIDE_SYLLABLES = 0.4
const WIDE_BLANK = 0.8
/** Runs hold signs whose widths differ from theirs by this much of a syllable on average at most. */
const FITTING = 0.3

/**
 * The words of a row in Hangul by what is seen of it: where more is free between two runs of ink than between syllables
 * is a blank, and each word has as many signs as its width has room for. Undefined where that does not come out even.
 */
export function wordsInRuns(parts: readonly PlacedPart[], runs: readonly InkRun[]): ReadPart[] | undefined {
  const signs = parts.flatMap(({ text, confidence }) => [...text].map((sign) => ({ sign, confidence })))
  const units = signs.reduce((sum, { sign }) => sum + widthOf(sign), 0)
  const syllable = runs.reduce((sum, { width }) => sum + width, 0) / units
  const stretches = stretchesOf(runs, syllable)
  if (stretches.length === 0 || stretches.length > signs.length) return undefined
  const step = stretches.reduce((sum, { width }) => sum + width, 0) / units
  const ends = endsOfWords(
    signs.map(({ sign }) => widthOf(sign)),
    stretches.map(({ width }) => width / step),
  )
  return ends?.map((end, index) => {
    const word = signs.slice(ends[index - 1] ?? 0, end)
    const confidence = word.reduce((sum, sign) => sum + sign.confidence, 0) / word.length
    return { text: word.map(({ sign }) => sign).join(''), confidence }
  })
}

/** Runs with less than a blank between them are one. */
function stretchesOf(runs: readonly InkRun[], syllable: number): InkRun[] {
  const gaps = runs.slice(1).map(({ x }, at) => x - (runs[at]?.x ?? 0) - (runs[at]?.width ?? 0))
  const least = Math.max(
    LEAST_BESIDE_SYLLABLES * syllable,
    widerKind(gaps.map((gap) => Math.min(gap, WIDE_BLANK * syllable))),
  )
  const stretches: InkRun[] = []
  for (const [at, run] of runs.entries()) {
    const last = stretches.at(-1)
    if (last && (gaps[at - 1] ?? 0) < least)
      stretches[stretches.length - 1] = { x: last.x, width: run.x + run.width - last.x }
    else stretches.push(run)
  }
  return stretches
}

/** The least of the wider ones where lengths are of two kinds: those that lie together best. */
export function widerKind(lengths: readonly number[]): number {
  const sorted = [...lengths].sort((a, b) => a - b)
  const sum = (part: readonly number[]): number => part.reduce((total, length) => total + length, 0)
  let best = { apart: 0, least: Infinity }
  for (let at = 1; at < sorted.length; at++) {
    const [low, high] = [sorted.slice(0, at), sorted.slice(at)]
    const apart = low.length * high.length * (sum(high) / high.length - sum(low) / low.length) ** 2
    if (apart > best.apart) best = { apart, least: sorted[at] ?? Infinity }
  }
  return best.least
}

/** Where each word ends so that the widths of its signs come closest to the room it has; undefined where none do. */
function endsOfWords(signs: readonly number[], rooms: readonly number[]): number[] | undefined {
  let best = new Map<number, { cost: number; ends: readonly number[] }>([[0, { cost: 0, ends: [] }]])
  for (const [index, room] of rooms.entries()) {
    const next: typeof best = new Map()
    const most = signs.length - (rooms.length - 1 - index)
    for (const [from, { cost, ends }] of best) {
      let width = 0
      for (let end = from + 1; end <= most; end++) {
        width += signs[end - 1] ?? 0
        const sum = cost + Math.abs(width - room)
        if (sum < (next.get(end)?.cost ?? Infinity)) next.set(end, { cost: sum, ends: [...ends, end] })
      }
    }
    best = next
  }
  const whole = best.get(signs.length)
  return whole && whole.cost <= FITTING * rooms.length ? [...whole.ends] : undefined
}
