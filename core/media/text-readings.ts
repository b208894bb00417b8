import { align, type AlignedPair } from '../subtitle/align.ts'

/** A word, or a sign where words are written without blanks, and how sure it is, from 0 to 1. */
export interface ReadPart {
  readonly text: string
  readonly confidence: number
}

/** The words of a text of which two readings were weighed. */
export interface WeighedWord extends ReadPart {
  /** What the other engine read, where it read something else. */
  readonly other?: string
}

interface Letter {
  readonly sign: string
  readonly confidence: number
  /** Index of its word. */
  readonly word: number
}

/** Below this likeness two engines looked at different things: the surer one is taken as a whole. */
const LEAST_LIKENESS = 0.5
/** A word whose letters agree to this share was not misread as a whole. */
const AGREEING = 0.7
const HALF_SURE = 0.25
const CERTAIN = 0.75
/** The first reading knows letters better: the second one has to be surer by this. */
const FAVOUR = 0.12
/** Marks are known better by the second one, where it is so sure. */
const MARKS = 0.6
/** Two engines that read the same are surer than each. */
const AGREED = 0.5

/**
 * One reading out of two of a script with blanks, word by word: letters of the surer one, the first one being favoured,
 * and blanks where either has them, since they are dropped much more often than invented.
 */
export function weighReadings(first: readonly ReadPart[], second: readonly ReadPart[]): WeighedWord[] {
  const [a, b] = [lettersOf(first), lettersOf(second)]
  if (a.length === 0) return [...second]
  if (b.length === 0) return [...first]
  const pairs = align(a, b, (x, y) => (x.sign === y.sign ? 0 : isConfusable(x.sign, y.sign) ? 0.6 : 1.2))
  const same = pairs.filter((pair) => signAt(a, pair.a) !== undefined && signAt(a, pair.a) === signAt(b, pair.b)).length
  if (same < LEAST_LIKENESS * Math.max(a.length, b.length))
    return [...(meanOf(first) >= meanOf(second) ? first : second)]
  const { trusted, whole } = agreeing(a, b, pairs)
  const words: { a: Letter[]; b: Letter[] }[] = []
  let [lastA, lastB]: [Letter | undefined, Letter | undefined] = [undefined, undefined]
  for (const pair of pairs) {
    const [x, y] = [letterAt(a, pair.a), letterAt(b, pair.b)]
    const isOneWord = y && lastB && y.word === lastB.word && whole.has(y.word)
    const begins =
      (x && lastA && x.word !== lastA.word && !isOneWord) ||
      (y && lastB && y.word !== lastB.word && trusted.has(y.word))
    if (words.length === 0 || begins) words.push({ a: [], b: [] })
    if (x) words.at(-1)?.a.push(x)
    if (y) words.at(-1)?.b.push(y)
    lastA = x ?? lastA
    lastB = y ?? lastB
  }
  return joinMarks(words.map(({ a: one, b: other }) => surer(one, other)))
}

/**
 * Words of the second reading whose letters the first one has too: only beside these its blanks count, and the surest of
 * them have none inside.
 */
function agreeing(a: readonly Letter[], b: readonly Letter[], pairs: readonly AlignedPair[]) {
  const all = new Map<number, number>()
  const same = new Map<number, number>()
  for (const pair of pairs) {
    const other = letterAt(b, pair.b)
    if (!other) continue
    all.set(other.word, (all.get(other.word) ?? 0) + 1)
    if (signAt(a, pair.a)?.toLowerCase() === other.sign.toLowerCase())
      same.set(other.word, (same.get(other.word) ?? 0) + 1)
  }
  const sure = new Set(b.filter(({ confidence }) => confidence >= HALF_SURE).map(({ word }) => word))
  const isAgreed = (word: number): boolean => sure.has(word) && (same.get(word) ?? 0) >= AGREEING * (all.get(word) ?? 1)
  const words = [...all.keys()].filter(isAgreed)
  // The blank before a word counts as well where the word before it is right.
  const trusted = new Set(words.flatMap((word) => [word, word + 1]))
  const certain = new Set(b.filter(({ confidence }) => confidence >= CERTAIN).map(({ word }) => word))
  const whole = new Set(words.filter((word) => certain.has(word) && same.get(word) === all.get(word)))
  return { trusted, whole }
}

const signAt = (letters: readonly Letter[], at: number | undefined): string | undefined => letterAt(letters, at)?.sign

function letterAt(letters: readonly Letter[], at: number | undefined): Letter | undefined {
  return at === undefined ? undefined : letters[at]
}

/** Signs that look alike in many typefaces. */
const alike = ['Il1|!i', 'O0oQ', 'S5s', 'B8', 'Z2z', 'gq9', "'’‘`", '"“”', 'cC', 'vV', 'wW', 'xX', '-–—', ',.', ';:']

function isConfusable(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() || alike.some((signs) => signs.includes(a) && signs.includes(b))
}

function lettersOf(words: readonly ReadPart[]): Letter[] {
  return words.flatMap(({ text, confidence }, word) =>
    [...usualMarks(text)].filter((sign) => sign.trim() !== '').map((sign) => ({ sign, confidence, word })),
  )
}

/** Marks that fonts draw alike, and the stroke that is no letter of any language. */
function usualMarks(text: string): string {
  return text
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replaceAll('|', 'I')
    .normalize('NFC')
}

function surer(a: readonly Letter[], b: readonly Letter[]): WeighedWord {
  const [one, other] = [partOf(a), partOf(b)]
  if (one.text === other.text)
    return { text: one.text, confidence: 1 - (1 - Math.max(one.confidence, other.confidence)) * AGREED }
  if (one.text === '' || other.text === '') return unpaired(one, other)
  const isSecond =
    other.confidence > one.confidence + FAVOUR ||
    (onlyLetters(one.text) === onlyLetters(other.text) && other.confidence >= MARKS) ||
    (isMixed(one.text) && !isMixed(other.text))
  const [best, lesser] = isSecond ? [other, one] : [one, other]
  return { ...best, confidence: best.confidence * 0.8, other: lesser.text }
}

const onlyLetters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

/** What only one engine saw is taken where it is sure, and marks where it is halfway sure. */
function unpaired(one: ReadPart, other: ReadPart): WeighedWord {
  const seen = one.text === '' ? other : one
  const isLikely = seen.confidence >= (one.text === '' ? 0.8 : 0.6)
  return isLikely ? { text: seen.text, confidence: seen.confidence * 0.7 } : { text: '', confidence: 0 }
}

/** A capital or a digit in the middle of small letters: a sign that was taken for another one. */
function isMixed(word: string): boolean {
  return /\p{Ll}[\p{Lu}\p{N}]\p{Ll}|\p{Ll}[|1]|[01|]\p{Ll}/u.test(word)
}

function partOf(letters: readonly Letter[]): ReadPart {
  const sum = letters.reduce((total, { confidence }) => total + confidence, 0)
  return { text: letters.map(({ sign }) => sign).join(''), confidence: letters.length ? sum / letters.length : 0 }
}

/** Marks that stand at the end of a word belong to it, those that open something to the next one. */
function joinMarks(words: readonly WeighedWord[]): WeighedWord[] {
  const joined: WeighedWord[] = []
  let opening = ''
  let quotes = 0
  for (const word of words) {
    // A mark by itself is a speck.
    if (/^['.,·-]?$/.test(word.text)) continue
    let text = opening + word.text
    opening = ''
    const before = quotes
    quotes += text.split('"').length - 1
    if (/^.+"$/.test(text) && before % 2 === 0 && text.indexOf('"') === text.length - 1) {
      opening = '"'
      quotes--
      text = text.slice(0, -1)
    }
    const last = joined.at(-1)
    if (last && /^[,.;:?!)\]%…]+$/.test(text)) joined[joined.length - 1] = { ...last, text: last.text + text }
    else joined.push({ ...word, text })
  }
  const last = joined.at(-1)
  if (opening !== '' && last) joined[joined.length - 1] = { ...last, text: last.text + opening }
  return joined
}

function meanOf(parts: readonly ReadPart[]): number {
  return parts.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, parts.length)
}
