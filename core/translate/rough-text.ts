/*
 * Handles Apertium's output: stars before unknown words, double spaces for lost words, its spacing and capitals. Each
 * line gets a full stop, without which Apertium joins lines.
 */
import type { LanguageCode } from '../domain/languages.ts'
import type { Doubts } from './doubts.ts'

/** A line of Apertium's output. */
export interface RoughText extends Doubts {
  readonly text: string
}

/** Placeholder for a literal star in the original. */
const STAR = '\uE02A'

/** A text as Apertium's input line. A separate full stop avoids abbreviations: `No.` */
export function roughLine(text: string): string {
  const plain = text.replaceAll('*', STAR).replace(/\s+/g, ' ').trim()
  return `${plain.replace(/(?<=[\p{L}\p{N}])\.$/u, '')} .\n`
}

const WORD = String.raw`[\p{L}\p{M}\p{N}]+`
/** `*`: unknown word; `@`: no translation; `#`: no inflected form. */
const MARKED = new RegExp(String.raw`[*@#]?${WORD}(?:[-'’][*@#]?${WORD})*`, 'gu')
const MARKS = /[*@#]/g

/** Parses an output line; `to` is the step's target, `source` its input line. */
export function readRough(line: string, source: string, { to }: { readonly to: string }): RoughText {
  const unknown: string[] = []
  const plain = line.replace(/\s+\.\s*$/, '').replace(MARKED, (word) => {
    const bare = word.replaceAll(MARKS, '')
    if (bare === word) return word
    if (!unknown.includes(bare)) unknown.push(bare)
    return bare
  })
  const text = tidied(plain).replaceAll(STAR, '*')
  return { text, unknown, lost: lostPlaces(plain, { source, to, unknown }) }
}

/** Pronouns that are always subjects: their verb is never dropped. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  es: ['yo', 'tú', 'él', 'ella', 'usted', 'nosotros', 'vosotros', 'ellos', 'ellas', 'ustedes'],
  it: ['io', 'tu', 'egli', 'noi', 'voi'],
  pt: ['eu', 'tu', 'você', 'ele', 'ela', 'nós', 'vós', 'eles', 'elas', 'vocês'],
  fr: ['je', 'tu', 'il', 'elle', 'on', 'ils', 'elles'],
  en: ['i', 'he', 'she', 'we', 'they'],
}
/** A double space with the words around it. */
const GAP = new RegExp(String.raw`(${WORD}) {2,}(${WORD})?`, 'gu')
const POSSESSIVE = /['’]s?(?!\p{L})/u
const LEAST_WORDS = 5
const LEAST_SHARE = 0.4

/**
 * A double space alone says little: languages drop pronouns and auxiliaries. After a subject the verb is lost, after an
 * unknown word its relation to the next.
 */
function lostPlaces(
  line: string,
  { source, to, unknown }: { source: string; to: string; unknown: readonly string[] },
): string[] {
  const subjects = SUBJECTS[to] ?? []
  const places = [...line.matchAll(GAP)].flatMap(([, before = '', after = '']) => {
    const isVerb = subjects.includes(before.toLowerCase())
    const isOwner = unknown.includes(before) && POSSESSIVE.test(source)
    return isVerb || isOwner ? [`${before} … ${after}`.trim()] : []
  })
  const [said, made] = [source, line].map((text) => text.match(MARKED)?.length ?? 0)
  if ((said ?? 0) >= LEAST_WORDS && (made ?? 0) < (said ?? 0) * LEAST_SHARE) places.push('…')
  return places
}

/** English-influenced Spanish, with replacements that fit its `tú` forms or are idiomatic. */
const SPANISH: readonly (readonly [RegExp, string])[] = (
  [
    ['vuestr[oa]s', 'tus'],
    ['vuestr[oa]', 'tu'],
    ['aquello', 'eso'],
  ] as const
).map(([pattern, word]) => [new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'giu'), word])

/** Spanish from English, with one form of address. */
export function naturalSpanish(text: string): string {
  return SPANISH.reduce((natural, [pattern, word]) => natural.replace(pattern, (said) => begunAs(word, said)), text)
}

/** Fixes spaces before punctuation, after brackets, and doubled ones. */
function tidied(line: string): string {
  return line
    .replace(/\s+([,.;:!?)\]])/g, '$1')
    .replace(/([([¿¡]|(?<!\S)["“«])\s+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

const END = /[.!?…]+["'”’»)]*$/

/** The last step's text with its original's full stop and capitals. */
export function dressed(text: string, source: string, to: LanguageCode): string {
  if (text === '') return ''
  const [end = ''] = END.exec(source) ?? []
  const whole = end !== '' && !END.test(text) ? text + end : text
  const begun = begunAs(withoutCapitals(whole, source, to), source)
  return to === 'es' ? withOpeningMark(begun) : begun
}

/** Whether a text is all in capitals, and more than an abbreviation. */
export const isShouted = (text: string): boolean => /\p{Lu}{4}|\p{Lu}\P{L}+\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

/** An all-capitals text in normal case: dictionaries know few capitalised words. */
export const quiet = (text: string): string =>
  isShouted(text) ? begunAs(text.toLowerCase(), text).replace(/(?<!\p{L})i(?!\p{L})/gu, 'I') : text

/** A text with its original's initial capital. */
export function begunAs(text: string, source: string): string {
  return /^[^\p{L}]*\p{Lu}/u.test(source) ? text.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : text
}

/** Small words capitalised where Apertium mistakes a sentence's middle for its start. */
const SMALL_WORDS: Readonly<Partial<Record<LanguageCode, string>>> = {
  es: 'el la los las un una lo le les me te se nos que qué quién cómo dónde cuándo y o pero si no es son está están ha he hay de en con por para a al del él ella ellos yo tú mi su',
  fr: 'le la les un une des il elle ils elles je tu nous vous on ce que qui où et ou mais si ne est sont a ai dans avec pour par de du au à il y en mon son',
  it: 'il lo la i gli le un una che chi dove quando e o ma se non è sono ha ho di in con per da del della io tu lui lei noi voi loro mio suo',
  pt: 'o a os as um uma que quem como onde quando e ou mas se não é são está há de em com por para do da eu tu ele ela nós eles meu seu',
  en: 'the a an and or but if he she it we they you that which who where when is are was of in with for by to my his her',
}
const small = new Map<LanguageCode, ReadonlySet<string>>()
const smallWords = (language: LanguageCode): ReadonlySet<string> => {
  const known = small.get(language) ?? new Set(SMALL_WORDS[language]?.split(' '))
  small.set(language, known)
  return known
}
/** An inner capital in a word that is not all in capitals. */
const INSIDE = /(?<=[\p{L}\p{N},;]["'”’»)]*\s)\p{Lu}(?!\p{Lu})[\p{Ll}\p{M}]*(?![\p{L}\p{N}])/gu

/** Without capitals inside sentences that the original lacks, and of small words. Names stay. */
function withoutCapitals(text: string, source: string, to: LanguageCode): string {
  const inSource = new Set(source.match(/\p{Lu}[\p{L}\p{M}]*/gu))
  const hasNames = (source.match(INSIDE) ?? []).some((word) => word !== 'I')
  return text.replace(INSIDE, (word) => {
    if (inSource.has(word) && word !== 'I') return word
    const lower = word.toLowerCase()
    return !hasNames || smallWords(to).has(lower) ? lower : word
  })
}

/** Adds Spanish opening marks. */
function withOpeningMark(line: string): string {
  const mark = /\?["'”’»)]*$/.test(line) ? '¿' : /!["'”’»)]*$/.test(line) ? '¡' : ''
  return mark === '' || line.includes(mark) ? line : line.replace(/[\p{L}\p{N}]/u, (letter) => mark + letter)
}

const LEAST_LETTERS = 4
const SAME_BEGINNING = 0.7

/**
 * The original word for a pivot word: `meanings` has the original's words in the pivot language. Endings may differ.
 * Undefined if none is near.
 */
export function originalOf(word: string, meanings: ReadonlyMap<string, string>): string | undefined {
  const wanted = word.toLowerCase().split(/['’]/).at(-1) ?? ''
  let best: { own: string; length: number } | undefined
  for (const [own, meaning] of meanings) {
    for (const said of meaning.toLowerCase().match(MARKED) ?? []) {
      const length = sameBeginning(said, wanted)
      if (length < Math.max(LEAST_LETTERS, wanted.length * SAME_BEGINNING)) continue
      if (!best || length > best.length) best = { own, length }
    }
  }
  return best?.own
}

function sameBeginning(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
