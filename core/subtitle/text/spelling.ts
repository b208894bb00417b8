import { visibleParts } from './markup.ts'

/** A range of a cue's text by offsets, tags counted. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

/** A word with its position in the text. */
export interface SpelledWord extends TextSpan {
  readonly word: string
}

/**
 * Letters with inner apostrophes and hyphens; no parts of numbers, addresses or file names. Atomic groups prevent
 * backtracking.
 */
const WORD =
  /(?<![\p{L}\p{M}\p{N}@#_/\\.'’-])(?=(\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*))\1(?![\p{N}@_]|\.\p{L}|:\/\/)/gu

/** Letters of a language's words, if not Latin. */
const scripts: Readonly<Record<string, RegExp>> = {
  ru: /^[\p{Script=Cyrillic}\p{M}'’-]+$/u,
  uk: /^[\p{Script=Cyrillic}\p{M}'’-]+$/u,
  el: /^[\p{Script=Greek}\p{M}'’-]+$/u,
}
const LATIN = /^[\p{Script=Latin}\p{M}'’-]+$/u

/** Words of a text for the dictionary: no tags, numbers, addresses, single letters or foreign scripts. */
export function wordsToSpell(text: string, language: string): SpelledWord[] {
  const letters = scripts[language.slice(0, 2)] ?? LATIN
  return visibleParts(text).flatMap(({ raw, seen }) =>
    [...seen.matchAll(WORD)].flatMap(({ 0: word, index }) =>
      word.length > 1 && letters.test(word) ? [{ word, from: raw + index, to: raw + index + word.length }] : [],
    ),
  )
}

/** The dictionary's form of a word: with the straight apostrophe. */
export const inDictionarySpelling = (word: string): string => word.replaceAll('’', "'").normalize('NFC')

/** A suggestion with the text's apostrophes. */
export const inSpellingOf = (word: string, suggestion: string): string =>
  word.includes('’') ? suggestion.replaceAll("'", '’') : suggestion

/** Positions in a text of a note's words (separated by spaces), each once and in order if possible. */
export function spansOfWords(text: string, note: string): TextSpan[] {
  const spans: TextSpan[] = []
  let from = 0
  for (const word of note.split(/\s+/).filter(Boolean)) {
    const next = text.indexOf(word, from)
    const at = next < 0 ? text.indexOf(word) : next
    if (at < 0 || spans.some((span) => at < span.to && span.from < at + word.length)) continue
    spans.push({ from: at, to: at + word.length })
    if (next >= 0) from = at + word.length
  }
  return spans.sort((a, b) => a.from - b.from)
}
