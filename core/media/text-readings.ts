import { align, type AlignedPair } from '../subtitle/align.ts'
import {
  apartAtMark,
  isLikelierWord,
  joinedWords,
  type Knows,
  knowsNothing,
  type ReadPart,
  withKnownAccent,
} from './text-words.ts'

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
/** Marks are known better by the second one, where it is so sure. */
const MARKS = 0.6
/** Two engines that read the same are surer than each. */
const AGREED = 0.5
/** A dash after a word that only one engine saw is a speck below this. */
const LONE_DASH = 0.6
/** The language has the word, and who read something else was not surer of that by so much. */
const KNOWN = 0.45
/** An upright stroke by itself is the edge of something rather than a letter. */
const UNLIKELY = 0.3
/** A dash at the beginning of a row says that another person speaks: it is left out more often than invented. */
const DASH = 0.3
/** So are dots there, which say that a sentence goes on. */
const DOTS = 0.6

/** The first engine knows letters better than the second one: that has to be surer by this. */
const FAVOUR = 0.12

/** What words of two readings are weighed by. */
interface Weighing {
  readonly knows: Knows
  /** By how much the second reading has to be surer than the first one. */
  readonly favour: number
  /** Most letters of the row are capitals. */
  readonly isLoud: boolean
}

/**
 * One reading out of two of a script with blanks, word by word: letters of the surer one, the first one being favoured,
 * and blanks where either has them, since they are dropped much more often than invented. Of two words the one counts that
 * the language has.
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
    // What neither is sure of and both read otherwise is hardly text.
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

/** The words of a row that one engine read: marks joined to their words, specks left out. */
export function cleanWords(read: readonly WeighedWord[]): WeighedWord[] {
  const words = joinMarks(read.flatMap(withoutInnerSpecks)).map((word) => ({
    ...word,
    text: word.text.replace(SPECK_BEFORE_MARK, '$1').replace(SPECK_AFTER_MARK, '$1'),
  }))
  return withDash(words.map((word, at) => withoutLoneStop(word, words[at + 1])))
}

/** A mark that nobody writes between letters is a speck in the blank between two words. */
function withoutInnerSpecks(word: WeighedWord): WeighedWord[] {
  return word.text.split(INNER_SPECK).map((text) => ({ ...word, text }))
}

/** A full stop that one engine alone saw is a speck where the sentence goes on in small letters. */
function withoutLoneStop(word: WeighedWord, next: WeighedWord | undefined): WeighedWord {
  const isLone = /[^.]\.$/.test(word.text) && word.other === word.text.slice(0, -1)
  return isLone && next && /^\p{Ll}/u.test(next.text) ? { ...word, text: word.text.slice(0, -1) } : word
}

/** The words of a row in French, which sets high marks apart from them. */
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

/** What a dash at the beginning is joined to is the next word, one blank after it. */
function withDash(words: readonly WeighedWord[]): WeighedWord[] {
  const [first, ...others] = words
  const said = first && /^-[ ]?(?=[\p{L}\p{N}"'.(¿¡])/u.exec(first.text)
  if (!first || !said) return [...words]
  return [{ text: '-', confidence: first.confidence }, { ...first, text: first.text.slice(said[0].length) }, ...others]
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

/** A sign of Thai with a blank before it. */
const CLAUSE = /^ \p{Script=Thai}/u

function lettersOf(words: readonly ReadPart[]): Letter[] {
  return apart(words).flatMap(({ text, confidence }, word) =>
    // A blank that was set before a sign of a script without them stays with it.
    [...usualMarks(text)]
      .filter((sign) => sign.trim() !== '')
      .map((sign, at) => ({
        sign: at === 0 && CLAUSE.test(text) ? ` ${sign}` : sign,
        confidence: text === '|' ? Math.min(confidence, UNLIKELY) : confidence,
        word,
      })),
  )
}

/** A dash at the beginning of a row is a word by itself. */
function apart(words: readonly ReadPart[]): readonly ReadPart[] {
  const [first, ...others] = words
  if (!first || !/^[-~=_—–].*[\p{L}\p{N}]/u.test(first.text)) return words
  return [{ ...first, text: '-' }, { ...first, text: first.text.slice(1) }, ...others]
}

/** Marks that fonts draw alike, and the stroke that is no letter of any language. */
function usualMarks(text: string): string {
  return (
    text
      .replace(/[‘’`´]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/^[~=_—–]+(?=.|$)/, '-')
      // A comma after two dots is a dot, after three it is one.
      .replace(/(?<!\.)\.\.[.,]?$/, '...')
      .replaceAll('|', 'I')
      .normalize('NFC')
  )
}

/** One word of two readings of it, or two where a speck, or nothing, was read for the blank between them. */
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
  // What stands for a dash at the beginning of a row is taken for other marks more often than the other way round.
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
  // Two engines that differ in marks alone agree on the word.
  const confidence = hasSameLetters ? Math.max(one.confidence, other.confidence) * 0.9 : best.confidence * 0.8
  return { text: best.text, confidence, other: lesser.text }
}

const onlyLetters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

/** The Turkish İ is a small i too. */
const inSmallLetters = (text: string): string => text.toLowerCase().replaceAll('i\u0307', 'i')

/** Several letters that are all capitals. */
const isShouted = (text: string): boolean => /^\P{L}*\p{Lu}{2,}\P{L}*$/u.test(text)

/** The same letters, some with accents, which the first engine was taught few of. */
function isMarkedOf(marked: string, plain: string): boolean {
  const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
  return bare(marked) === bare(plain) && marked.normalize('NFD').length > plain.normalize('NFD').length
}

/** Letters of Arabic with the ones that are the same without a dot or a hamza. */
const undotted: ReadonlyMap<string, string> = new Map(
  [...'ىي', ...'حخ', ...'حج', ...'عغ', ...'رز', ...'دذ', ...'سش', ...'صض', ...'طظ', ...'هة'].flatMap(
    (letter, at, all) => (at % 2 === 1 ? [[letter, all[at - 1] ?? letter] as const] : []),
  ),
)

/** Whether two words of Arabic differ in dots alone that the first one has: they are lost more often than invented. */
function hasMoreDots(dotted: string, plain: string): boolean {
  const [more, fewer] = [[...dotted], [...plain]]
  if (dotted === plain || more.length !== fewer.length) return false
  return more.every((letter, at) => letter === fewer[at] || undotted.get(letter) === fewer[at])
}

/** The first word of a row without its first letters: where text is found is known to the second one better. */
const isCutOff = (cut: string, whole: string): boolean => cut.length < whole.length && whole.endsWith(cut)

/** Capitals that look like their small letters are told from these by the height of the row, which the second one knows. */
function isCapitalOf(capital: string, small: string): boolean {
  return /^\P{L}*[COSVWXZ]/u.test(capital) && capital !== small && capital.toLowerCase() === small.toLowerCase()
}

/**
 * Of two readings with the same letters: an apostrophe between letters and dots are lost more often than invented; a mark
 * that hangs on to a word is a speck more often than not.
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
  // A quotation mark that the first one does not see is a speck, and it knows a full stop from a comma.
  if (second.text.startsWith('"') && !first.text.startsWith('"')) return false
  if (/[.,]$/.test(first.text) && /[.,]$/.test(second.text) && first.text.slice(0, -1) === second.text.slice(0, -1))
    return second.confidence > first.confidence
  if (first.text === `${second.text}.` || second.text === `${first.text}.`)
    return second.text.length > first.text.length
  return second.confidence >= MARKS
}

/** What only one engine saw is taken where it is sure, and marks where it is halfway sure. */
function unpaired(one: ReadPart, other: ReadPart, isFirst: boolean): WeighedWord {
  const seen = one.text === '' ? other : one
  const isDash = isFirst && seen.text === '-'
  const isDots = isFirst && seen.text === '...'
  const isLikely = seen.confidence >= (isDash ? DASH : isDots ? DOTS : one.text === '' ? 0.8 : 0.6)
  if (!isLikely) return { text: '', confidence: 0 }
  const word = { text: seen.text, confidence: seen.confidence * 0.7 }
  return isDots ? { ...word, other: '' } : word
}

/** A capital or a digit in the middle of small letters: a sign that was taken for another one. */
function isMixed(word: string): boolean {
  return /\p{Ll}[\p{Lu}\p{N}]\p{Ll}|\p{Ll}[|1]|[01|]\p{Ll}/u.test(word)
}

function partOf(letters: readonly Letter[]): ReadPart {
  const sum = letters.reduce((total, { confidence }) => total + confidence, 0)
  return { text: letters.map(({ sign }) => sign).join(''), confidence: letters.length ? sum / letters.length : 0 }
}

const SPECK = /^(?:['.,·|~=_^*<>‹›«»\\/()[\]{}°-]|[·|~=_^*<>‹›\\{}°-]{2,})$/
/** A comma or a full stop that nobody writes before another mark. */
const SPECK_BEFORE_MARK = /(?<!\.)[.,]{1,2}([?!])$/
/** Nor after one that ends a sentence. */
const SPECK_AFTER_MARK = /([?!؟])[,;،؛]+$/
/** Not between two letters l, as Catalan writes them. */
const INNER_SPECK = /(?<=\p{L})(?:[*~=|]|(?<![lL])·)(?=\p{L})/u
const FIRST_SPECK = /^(?:[!?",;:1]|'[.,])$/
/** What follows an apostrophe belongs to the word before it. */
const CLIPPED = /^'(s|m|t|d|ll|re|ve)\b/

/** Marks that stand at the end of a word belong to it, those that open something to the next one. */
function joinMarks(read: readonly WeighedWord[]): WeighedWord[] {
  const joined: WeighedWord[] = []
  let opening = ''
  let quotes = 0
  for (const word of read) {
    // A mark by itself is a speck, but for the dash before what a person says.
    const isFirst = joined.length === 0
    if (word.text === '' || (SPECK.test(word.text) && !(isFirst && word.text === '-'))) continue
    if (isFirst && read.length > 1 && FIRST_SPECK.test(word.text) && opening === '') continue
    let text = opening + word.text
    opening = ''
    // Dots that one engine alone saw are set apart by it alone.
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
