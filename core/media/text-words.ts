/** A word, or a character in scripts without spaces, with its confidence from 0 to 1. */
export interface ReadPart {
  readonly text: string
  readonly confidence: number
}

/** Whether a language's dictionary has a word; always false without one. */
export type Knows = (word: string) => boolean

/** Used without a dictionary. */
export const knowsNothing: Knows = () => false

/** A word of lower confidence may be two, or have other accents. */
const UNSURE = 0.85

/** Marks before a word, its letters with inner marks, and marks after it. */
const WORD = /^(\P{L}*)(\p{L}.*?\p{L}|\p{L})(\P{L}*)$/u
const LETTERS = /^[\p{L}\p{M}]+$/u
/** A mark between letters that may be a speck in a space. */
const INNER_MARK = /^(\p{L}{2,})[-'](\p{L}{2,})$/u

const lettersOf = (text: string): string => WORD.exec(text)?.[2] ?? ''

/** All words that the rules here look up for the readings. */
export function wordsToLookUp(parts: readonly ReadPart[]): string[] {
  return parts.flatMap(({ text, confidence }) => {
    const word = lettersOf(text)
    if (word === '') return []
    const halves = INNER_MARK.exec(word)?.slice(1) ?? []
    const sure = [word, ...halves, halves.join('')]
    return confidence < UNSURE ? [...sure, ...splitsOf(word).flat(), ...accentsOf(word)] : sure
  })
}

/** Whether the first of two texts is a word and the second is none. */
export function isLikelierWord(one: string, other: string, knows: Knows): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)]
  return a !== '' && b !== '' && knows(a) && !knows(b)
}

/** Two words, with a mark between them in one reading only: a speck unless they are one word. */
export function apartAtMark(marked: string, plain: string, knows: Knows): [string, string] | undefined {
  const [, before = '', word = '', after = ''] = WORD.exec(marked) ?? []
  const [, first, second] = INNER_MARK.exec(word) ?? []
  if (first === undefined || second === undefined || lettersOf(plain) !== first + second) return undefined
  // The dictionary has words with apostrophes; of hyphenated words it has the parts.
  const isOne = knows(first + second) || (word.includes("'") && knows(word))
  return !isOne && knows(first) && knows(second) ? [before + first, second + after] : undefined
}

/** The two words of an unsure text that the dictionary lacks; undefined if it has it, or the split is ambiguous. */
export function joinedWords({ text, confidence }: ReadPart, knows: Knows): [string, string] | undefined {
  const [, before = '', word = '', after = ''] = WORD.exec(text) ?? []
  if (confidence >= UNSURE || word === '' || knows(word)) return undefined
  const [cut, ...others] = splitsOf(word).filter(([first, second]) => knows(first) && knows(second))
  return cut && others.length === 0 ? [before + cut[0], cut[1] + after] : undefined
}

/** The only dictionary word that differs from an unsure text by one letter's accent. */
export function withKnownAccent<T extends ReadPart>(part: T, knows: Knows): T {
  const [, before = '', word = '', after = ''] = WORD.exec(part.text) ?? []
  if (part.confidence >= UNSURE || word === '' || knows(word)) return part
  const [known, ...others] = accentsOf(word).filter(knows)
  return known !== undefined && others.length === 0 ? { ...part, text: before + known + after } : part
}

const LEAST_LETTERS = 2

function splitsOf(word: string): [string, string][] {
  if (!LETTERS.test(word)) return []
  const cuts = Array.from({ length: Math.max(0, word.length - 2 * LEAST_LETTERS + 1) }, (_, at) => at + LEAST_LETTERS)
  return cuts.map((at) => [word.slice(0, at), word.slice(at)])
}

/** Grave, acute, circumflex, tilde, breve, dot, diaeresis, ring, caron, cedilla, ogonek. */
const ACCENTS = ['', ...'\u0300\u0301\u0302\u0303\u0306\u0307\u0308\u030A\u030C\u0327\u0328']
const LATIN = /^\p{Script=Latin}+$/u

/** A word with another accent, or none, on one letter. */
function accentsOf(word: string): string[] {
  if (!LATIN.test(word)) return []
  return [...word].flatMap((letter, at) => {
    const [base = ''] = letter.normalize('NFD')
    return ACCENTS.map((accent) => (base + accent).normalize('NFC'))
      .filter((other) => other.length === 1 && other !== letter)
      .map((other) => word.slice(0, at) + other + word.slice(at + 1))
  })
}
