import { align, type AlignedPair } from '../subtitle/text/align.ts'
import {
  apartAtMark,
  isLikelierWord,
  joinedWords,
  type Knows,
  knowsNothing,
  type ReadPart,
  withKnownAccent,
} from './text-words.ts'

/** A text's words, merged from two readings. */
export interface WeighedWord extends ReadPart {
  /** The other engine's reading, if it differs. */
  readonly other?: string
}

interface Letter {
  readonly sign: string
  readonly confidence: number
  /** Index of its word. */
  readonly word: number
}

/** Below this similarity two engines read different things: the surer one is taken whole. */
const LEAST_LIKENESS = 0.5
/** A word with this share of equal letters was not misread as a whole. */
const AGREEING = 0.7
const HALF_SURE = 0.25
const CERTAIN = 0.75
/** The second engine's confidence from which its marks are preferred. */
const MARKS = 0.6
/** Bonus for two equal readings. */
const AGREED = 0.5
/** A dash after a word by one engine is a speck below this confidence. */
const LONE_DASH = 0.6
/** Advantage of a dictionary word against the other engine's confidence. */
const KNOWN = 0.45
/** A single upright stroke is rather an edge than a letter. */
const UNLIKELY = 0.3
/** A dash at the start of a row marks another speaker: rather lost than invented. */
const DASH = 0.3
/** So are dots there, for a continued sentence. */
const DOTS = 0.6

/** The first engine knows letters better: the second must be surer by this. */
const FAVOUR = 0.12

/** Inputs of weighing two readings' words. */
interface Weighing {
  readonly knows: Knows
  /** How much surer the second reading must be. */
  readonly favour: number
  /** Most letters of the row are capitals. */
  readonly isLoud: boolean
}

/**
 * Merges two readings in a script with spaces, word by word: the surer letters, favouring the first engine, and spaces of
 * either, which are rather dropped than invented. Dictionary words win.
 */
export function weighReadings(
  first: readonly ReadPart[],
  second: readonly ReadPart[],
  { knows = knowsNothing, favour = FAVOUR }: Partial<Pick<Weighing, 'knows' | 'favour'>> = {},
): WeighedWord[] {
  const [a, b] = [lettersOf(first), lettersOf(second)]
  if (a.length === 0) return [...second]
  if (b.length === 0) return [...first]
  const pairs = align(a, b, (x, y) => (x.sign === y.sign ? 0 : isConfusable(x.sign, y.sign) ? 0.6 : 1.2))
  const same = pairs.filter((pair) => signAt(a, pair.a) !== undefined && signAt(a, pair.a) === signAt(b, pair.b)).length
  if (same < LEAST_LIKENESS * Math.max(a.length, b.length)) {
    const best = meanOf(first) >= meanOf(second) ? first : second
    // A word that both read differently and unsurely is hardly text.
    return meanOf(best) >= AGREEING ? [...best] : best.map((part) => ({ ...part, confidence: part.confidence / 2 }))
  }
  const { trusted, whole } = agreeing(a, b, pairs)
  const words: { a: Letter[]; b: Letter[] }[] = []
  let [lastA, lastB]: [Letter | undefined, Letter | undefined] = [undefined, undefined]
  for (const pair of pairs) {
    const [x, y] = [letterAt(a, pair.a), letterAt(b, pair.b)]
    const isOneWord = y && lastB && y.word === lastB.word && whole.has(y.word)
    const isHyphened = y && lastB?.sign === '-' && y.word === lastB.word && trusted.has(y.word)
    const begins =
      (x && lastA && x.word !== lastA.word && !isOneWord && !isHyphened) ||
      (y && lastB && y.word !== lastB.word && trusted.has(y.word))
    if (words.length === 0 || begins) words.push({ a: [], b: [] })
    if (x) words.at(-1)?.a.push(x)
    if (y) words.at(-1)?.b.push(y)
    lastA = x ?? lastA
    lastB = y ?? lastB
  }
  const weighing = { knows, favour, isLoud: isMostlyCapitals([...a, ...b].map(({ sign }) => sign).join('')) }
  return cleanWords(words.flatMap(({ a: one, b: other }, at) => weighedWords(one, other, at, weighing)))
}

const isMostlyCapitals = (text: string): boolean =>
  text.replace(/[^\p{Lu}]/gu, '').length * 2 > onlyLetters(text).length

/** The words of a row by one engine: marks joined to words, specks dropped. */
export function cleanWords(read: readonly WeighedWord[]): WeighedWord[] {
  const words = joinMarks(read.flatMap(withoutInnerSpecks)).map((word) => ({
    ...word,
    text: word.text.replace(SPECK_BEFORE_MARK, '$1').replace(SPECK_AFTER_MARK, '$1'),
  }))
  return withDash(words.map((word, at) => withoutLoneStop(word, words[at + 1])))
}

/** An impossible mark between letters is a speck in the space between two words. */
function withoutInnerSpecks(word: WeighedWord): WeighedWord[] {
  return word.text.split(INNER_SPECK).map((text) => ({ ...word, text }))
}

/** A full stop by one engine before lower case is a speck. */
function withoutLoneStop(word: WeighedWord, next: WeighedWord | undefined): WeighedWord {
  const isLone = /[^.]\.$/.test(word.text) && word.other === word.text.slice(0, -1)
  return isLone && next && /^\p{Ll}/u.test(next.text) ? { ...word, text: word.text.slice(0, -1) } : word
}

/** A row's words in French, which puts spaces before high marks. */
export function withMarksApart(words: readonly WeighedWord[]): WeighedWord[] {
  return words.flatMap((word) => {
    const [, before, marks] = /^(.*[^?!:;»\d])([?!:;»]+)$/u.exec(word.text) ?? []
    return before === undefined || marks === undefined
      ? [word]
      : [
          { ...word, text: before },
          { text: marks, confidence: word.confidence },
        ]
  })
}

/** A dash at the start of a row gets one space before the next word. */
function withDash(words: readonly WeighedWord[]): WeighedWord[] {
  const [first, ...others] = words
  const said = first && /^-[ ]?(?=[\p{L}\p{N}"'.(¿¡])/u.exec(first.text)
  if (!first || !said) return [...words]
  return [{ text: '-', confidence: first.confidence }, { ...first, text: first.text.slice(said[0].length) }, ...others]
}

/**
 * Words of the second reading with letters of the first: only beside these its spaces count, and the surest have none
 * inside.
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
  // The space before a word also counts if the word before it is right.
  const trusted = new Set(words.flatMap((word) => [word, word + 1]))
  const certain = new Set(b.filter(({ confidence }) => confidence >= CERTAIN).map(({ word }) => word))
  const whole = new Set(words.filter((word) => certain.has(word) && same.get(word) === all.get(word)))
  return { trusted, whole }
}

const signAt = (letters: readonly Letter[], at: number | undefined): string | undefined => letterAt(letters, at)?.sign

function letterAt(letters: readonly Letter[], at: number | undefined): Letter | undefined {
  return at === undefined ? undefined : letters[at]
}

/** Characters that look alike in many typefaces. */
const alike = ['Il1|!i', 'O0oQ', 'S5s', 'B8', 'Z2z', 'gq9', "'’‘`", '"“”', 'cC', 'vV', 'wW', 'xX', '-–—', ',.', ';:']

function isConfusable(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() || alike.some((signs) => signs.includes(a) && signs.includes(b))
}

/** A Thai character with a space before it. */
const CLAUSE = /^ \p{Script=Thai}/u

function lettersOf(words: readonly ReadPart[]): Letter[] {
  return apart(words).flatMap(({ text, confidence }, word) =>
    // A space before a character of a script without spaces stays with it.
    [...usualMarks(text)]
      .filter((sign) => sign.trim() !== '')
      .map((sign, at) => ({
        sign: at === 0 && CLAUSE.test(text) ? ` ${sign}` : sign,
        confidence: text === '|' ? Math.min(confidence, UNLIKELY) : confidence,
        word,
      })),
  )
}

/** A dash at the start of a row is a separate word. */
function apart(words: readonly ReadPart[]): readonly ReadPart[] {
  const [first, ...others] = words
  if (!first || !/^[-~=_—–].*[\p{L}\p{N}]/u.test(first.text)) return words
  return [{ ...first, text: '-' }, { ...first, text: first.text.slice(1) }, ...others]
}

/** Marks drawn alike, and a stroke that is no language's letter. */
function usualMarks(text: string): string {
  return (
    text
      .replace(/[‘’`´]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/^[~=_—–]+(?=.|$)/, '-')
      // A comma after two or three dots is a dot.
      .replace(/(?<!\.)\.\.[.,]?$/, '...')
      .replaceAll('|', 'I')
      .normalize('NFC')
  )
}

/** One word of two readings, or two if a speck or nothing was read for the space between them. */
function weighedWords(a: readonly Letter[], b: readonly Letter[], at: number, weighing: Weighing): WeighedWord[] {
  const { knows } = weighing
  const [one, other] = [partOf(a), partOf(b)]
  const word = surer(one, other, at, weighing)
  const unsure = { ...word, confidence: Math.min(one.confidence, other.confidence) }
  const apart =
    apartAtMark(one.text, other.text, knows) ??
    apartAtMark(other.text, one.text, knows) ??
    (one.text !== '' && other.text !== '' ? joinedWords(unsure, knows) : undefined)
  if (apart) return apart.map((text) => ({ text, confidence: word.confidence }))
  return [withKnownAccent(withoutLoneDash(word), knows)]
}

/** A dash after a word that one engine alone saw, and is not sure of. */
function withoutLoneDash(word: WeighedWord): WeighedWord {
  const isLone = word.other !== undefined && /\p{L}-$/u.test(word.text) && !word.other.includes('-')
  return isLone && word.confidence < LONE_DASH ? { ...word, text: word.text.slice(0, -1) } : word
}

function surer(one: ReadPart, other: ReadPart, at: number, { knows, favour, isLoud }: Weighing): WeighedWord {
  if (one.text === other.text)
    return { text: one.text, confidence: 1 - (1 - Math.max(one.confidence, other.confidence)) * AGREED }
  if (one.text === '' || other.text === '') return unpaired(one, other, at === 0)
  // A dash at the start of a row is often read as another mark, rarely the reverse.
  const dash = at === 0 && [one, other].find(({ text }) => text === '-')
  if (dash && onlyLetters(one.text + other.text) === '') return dash
  const hasSameLetters = inSmallLetters(onlyLetters(one.text)) === inSmallLetters(onlyLetters(other.text))
  const dotted = [one, other].find((part) => hasMoreDots(part.text, (part === one ? other : one).text))
  if (dotted) return { ...dotted, other: dotted === one ? other.text : one.text }
  const known = [one, other].find((part) => isLikelierWord(part.text, part === one ? other.text : one.text, knows))
  const isKnown = known && known.confidence > Math.max(one.confidence, other.confidence) - KNOWN
  const isSecond =
    isKnown && !hasSameLetters
      ? known === other
      : (!isLoud && hasSameLetters && isShouted(one.text) && !isShouted(other.text)) ||
        (other.confidence >= HALF_SURE && isMarkedOf(other.text, one.text)) ||
        (at === 0 && other.confidence >= CERTAIN && isCutOff(one.text, other.text)) ||
        (onlyLetters(one.text) === onlyLetters(other.text)
          ? hasBetterMarks(other, one)
          : (other.confidence >= CERTAIN && isCapitalOf(other.text, one.text)) ||
            other.confidence > one.confidence + favour ||
            (isMixed(one.text) && !isMixed(other.text)))
  const [best, lesser] = isSecond ? [other, one] : [one, other]
  // Engines that differ in marks only agree on the word.
  const confidence = hasSameLetters ? Math.max(one.confidence, other.confidence) * 0.9 : best.confidence * 0.8
  return { text: best.text, confidence, other: lesser.text }
}

const onlyLetters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

/** The Turkish İ is a lower-case i too. */
const inSmallLetters = (text: string): string => text.toLowerCase().replaceAll('i\u0307', 'i')

/** Several letters, all capitals. */
const isShouted = (text: string): boolean => /^\P{L}*\p{Lu}{2,}\P{L}*$/u.test(text)

/** The same letters with differing accents, which the first engine knows few of. */
function isMarkedOf(marked: string, plain: string): boolean {
  const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
  return bare(marked) === bare(plain) && marked.normalize('NFD').length > plain.normalize('NFD').length
}

/** Arabic letters with their equals without dot or hamza. */
const undotted: ReadonlyMap<string, string> = new Map(
  [...'ىي', ...'حخ', ...'حج', ...'عغ', ...'رز', ...'دذ', ...'سش', ...'صض', ...'طظ', ...'هة'].flatMap(
    (letter, at, all) => (at % 2 === 1 ? [[letter, all[at - 1] ?? letter] as const] : []),
  ),
)

/** Whether two Arabic words differ only in dots that the first has: rather lost than invented. */
function hasMoreDots(dotted: string, plain: string): boolean {
  const [more, fewer] = [[...dotted], [...plain]]
  if (dotted === plain || more.length !== fewer.length) return false
  return more.every((letter, at) => letter === fewer[at] || undotted.get(letter) === fewer[at])
}

/** A row's first word without its first letters: the second engine detects the start better. */
const isCutOff = (cut: string, whole: string): boolean => cut.length < whole.length && whole.endsWith(cut)

/** Capitals shaped like their small letters: the second engine knows the row's height. */
function isCapitalOf(capital: string, small: string): boolean {
  return /^\P{L}*[COSVWXZ]/u.test(capital) && capital !== small && capital.toLowerCase() === small.toLowerCase()
}

/**
 * Of two readings with equal letters: apostrophes and dots are rather lost than invented; an attached mark is mostly a
 * speck.
 */
function hasBetterMarks(second: ReadPart, first: ReadPart): boolean {
  for (const lost of [/\p{L}'\p{L}/u, /\.\.\./]) {
    const [inSecond, inFirst] = [lost.test(second.text), lost.test(first.text)]
    if (inSecond !== inFirst) return inSecond
  }
  for (const speck of [/^[:;·*]|[·*'-]$/, /:$/]) {
    const [inSecond, inFirst] = [speck.test(second.text), speck.test(first.text)]
    if (inSecond !== inFirst) return inFirst
  }
  // A quotation mark that the first engine misses is a speck; the first distinguishes full stop and comma better.
  if (second.text.startsWith('"') && !first.text.startsWith('"')) return false
  if (/[.,]$/.test(first.text) && /[.,]$/.test(second.text) && first.text.slice(0, -1) === second.text.slice(0, -1))
    return second.confidence > first.confidence
  if (first.text === `${second.text}.` || second.text === `${first.text}.`)
    return second.text.length > first.text.length
  return second.confidence >= MARKS
}

/** Content by one engine is kept if sure; marks if half sure. */
function unpaired(one: ReadPart, other: ReadPart, isFirst: boolean): WeighedWord {
  const seen = one.text === '' ? other : one
  const isDash = isFirst && seen.text === '-'
  const isDots = isFirst && seen.text === '...'
  const isLikely = seen.confidence >= (isDash ? DASH : isDots ? DOTS : one.text === '' ? 0.8 : 0.6)
  if (!isLikely) return { text: '', confidence: 0 }
  const word = { text: seen.text, confidence: seen.confidence * 0.7 }
  return isDots ? { ...word, other: '' } : word
}

/** A capital or digit within small letters: a misread character. */
function isMixed(word: string): boolean {
  return /\p{Ll}[\p{Lu}\p{N}]\p{Ll}|\p{Ll}[|1]|[01|]\p{Ll}/u.test(word)
}

function partOf(letters: readonly Letter[]): ReadPart {
  const sum = letters.reduce((total, { confidence }) => total + confidence, 0)
  return { text: letters.map(({ sign }) => sign).join(''), confidence: letters.length ? sum / letters.length : 0 }
}

const SPECK = /^(?:['.,·|~=_^*<>‹›«»\\/()[\]{}°-]|[·|~=_^*<>‹›\\{}°-]{2,})$/
/** A comma or full stop before another mark, which is impossible. */
const SPECK_BEFORE_MARK = /(?<!\.)[.,]{1,2}([?!])$/
/** Nor after a mark that ends a sentence. */
const SPECK_AFTER_MARK = /([?!؟])[,;،؛]+$/
/** Nor between two letters l, except in Catalan. */
const INNER_SPECK = /(?<=\p{L})(?:[*~=|]|(?<![lL])·)(?=\p{L})/u
const FIRST_SPECK = /^(?:[!?",;:1]|'[.,])$/
/** The part after an apostrophe belongs to the word before it. */
const CLIPPED = /^'(s|m|t|d|ll|re|ve)\b/

/** Closing marks belong to the word before them, opening ones to the next. */
function joinMarks(read: readonly WeighedWord[]): WeighedWord[] {
  const joined: WeighedWord[] = []
  let opening = ''
  let quotes = 0
  for (const word of read) {
    // A lone mark is a speck, except a dash before speech.
    const isFirst = joined.length === 0
    if (word.text === '' || (SPECK.test(word.text) && !(isFirst && word.text === '-'))) continue
    if (isFirst && read.length > 1 && FIRST_SPECK.test(word.text) && opening === '') continue
    let text = opening + word.text
    opening = ''
    // Dots by one engine are separated by it alone.
    if (isFirst && text === '...' && word.other === '' && read.length > 1) {
      opening = text
      continue
    }
    const before = quotes
    quotes += text.split('"').length - 1
    if (/^.+"$/.test(text) && before % 2 === 0 && text.indexOf('"') === text.length - 1) {
      opening = '"'
      quotes--
      text = text.slice(0, -1)
    }
    const last = joined.at(-1)
    if (last && (/^[,.;:?!)\]%…]+$/.test(text) || CLIPPED.test(text)))
      joined[joined.length - 1] = { ...last, text: last.text + text }
    else joined.push({ ...word, text })
  }
  const last = joined.at(-1)
  if (opening !== '' && last) joined[joined.length - 1] = { ...last, text: last.text + opening }
  return joined
}

function meanOf(parts: readonly ReadPart[]): number {
  return parts.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, parts.length)
}
