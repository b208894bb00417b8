import type { PixelArea } from '../domain/picture-region.ts'
import type { ReadPart } from './text-words.ts'

/** A recognised character with its centre in pixels from the left. */
export interface PlacedSign extends ReadPart {
  readonly x: number
}

/** Least width of a space, in heights of the row's box, in pixels, and against gaps of letters. */
const LEAST_BLANK = 0.16
const LEAST_PIXELS = 4
const OVER_LETTERS = 1.5
/** If more characters than this share would begin a word, the letters are spaced out and gaps say nothing. */
const MOST_BLANKS = 0.45
/** How much nearer a gap must be to the middle of its two letters than of any others. */
const CLEARLY = 0.6

/**
 * The words of a row of characters: spaces as read, and where a gap without ink exceeds that of letters. `isInk` tests
 * pixels of the box's picture.
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
 * Space between characters of equal width: free width and centre distance in their widths; and free width for other
 * scripts.
 */
const SIGN_BLANK = 0.28
const SIGN_STEP = 1.19
const LETTER_BLANK = 0.28
const WIDE_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Marks in full-width cells have free space beside them. */
const ROOMY_MARK = /[，。、；：！？…·“”‘’「」『』（）《》〈〉【】—～.,!?;:]/u

/**
 * Characters of a script without spaces that have one before them, as between clauses: where a gap without ink is wider
 * than usual. Indexes ignore spaces.
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

/** A character's ink centre, and the free width before it; in pixels. */
interface InkedSign {
  readonly sign: PlacedSign
  readonly middle: number
  readonly free: number
}

/** Engines place characters roughly: each extends from the widest gap before it to the one after it. */
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

/** The longest run of columns without ink between two; none without ink-free columns in the middle. */
function widestGap(from: number, to: number, hasInk: (x: number) => boolean): { start: number; end: number } {
  let best = { start: Math.round((from + to) / 2), end: Math.round((from + to) / 2) }
  let start = from
  for (let x = from; x <= to; x++) {
    if (hasInk(x)) start = x + 1
    else if (x + 1 - start > best.end - best.start) best = { start, end: x + 1 }
  }
  return best
}

/** Usual distance of adjacent wide characters. */
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

/** A character's default width, in heights of a row's box. */
const SIGN_SHARE = 0.75

/** The first letter after a gap; engines place letters only roughly. */
function letterAfter(letters: readonly PlacedSign[], gap: number): PlacedSign | undefined {
  const places = letters.slice(1).map((letter, index) => {
    const before = letters[index]?.x ?? 0
    return { letter, distance: Math.abs((before + letter.x) / 2 - gap) }
  })
  const [best, second] = places.sort((a, b) => a.distance - b.distance)
  return best && (!second || best.distance < CLEARLY * second.distance) ? best.letter : undefined
}

/** Centres of the gaps between the first and the last letter. */
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

/** Least gap that is a space: above the widest jump between the sorted gaps. */
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

/** A recognised part of a row with its place, in pixels from the left. */
export interface PlacedPart extends ReadPart {
  readonly x: number
  readonly width: number
}

/** Least extra distance before the next word, in steps of syllables. */
const NEXT_WORD = 1.2
/** A box wider than this many steps holds more than its syllable. */
const TOO_WIDE = 1.5
const HANGUL = /\p{Script=Hangul}/u

/** The words of a Hangul row: engines separate syllables like words, and those one step apart are joined. */
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

/** Distance of syllables within a word: that of most. */
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

/** A part's syllables and marks share its box evenly. */
function placesOf({ text, x, width }: PlacedPart): { x: number; width: number }[] {
  const signs = [...text]
  const share = width / signs.length
  return signs.map((_, at) => ({ x: x + share * at, width: share }))
}

/** Columns with ink, from `x` on, in pixels. */
export interface InkRun {
  readonly x: number
  readonly width: number
}

/** A character's share of a syllable's width. */
function widthOf(sign: string): number {
  if (HANGUL.test(sign)) return 1
  return /[\p{L}\p{N}]/u.test(sign) ? 0.6 : 0.35
}

/** Least and usual greatest width of a space, in syllable widths. */
const LEAST_BESIDE_SYLLABLES = 0.4
const WIDE_BLANK = 0.8
/** Largest mean deviation of a run's width from its characters', in syllables. */
const FITTING = 0.3

/**
 * The words of a Hangul row by its ink: a wider gap between runs is a space, and a word has as many characters as fit.
 * Undefined if that is ambiguous.
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

/** Joins runs with less than a space between them. */
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

/** The least of the longer ones if lengths form two groups, by the best split. */
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

/** Ends of words that best fit characters to widths; undefined if none fit. */
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
