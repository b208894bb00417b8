import { visibleParts } from './markup.ts'

/** A stretch of a cue's text by its offsets, tags counted. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

/** A word with its place in the text. */
export interface SpelledWord extends TextSpan {
  readonly word: string
}

/**
 * Letters with apostrophes and hyphens between them; nothing that is part of a number, an address or a name of a file. What
 * is looked ahead at and taken as a whole gives no letter back.
 */
const WORD =
  /(?<![\p{L}\p{M}\p{N}@#_/\\.'’-])(?=(\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*))\1(?![\p{N}@_]|\.\p{L}|:\/\/)/gu

/** Letters that words of a language are made of, where they are not the Latin ones. */
const scripts: Readonly<Record<string, RegExp>> = {
  ru: /^[\p{Script=Cyrillic}\p{M}'’-]+$/u,
  uk: /^[\p{Script=Cyrillic}\p{M}'’-]+$/u,
  el: /^[\p{Script=Greek}\p{M}'’-]+$/u,
}
const LATIN = /^[\p{Script=Latin}\p{M}'’-]+$/u

/** The words of a text that a dictionary of the language can judge: no tags, numbers, addresses, single letters or words in another script. */
export function wordsToSpell(text: string, language: string): SpelledWord[] {
  const letters = scripts[language.slice(0, 2)] ?? LATIN
  return visibleParts(text).flatMap(({ raw, seen }) =>
    [...seen.matchAll(WORD)].flatMap(({ 0: word, index }) =>
      word.length > 1 && letters.test(word) ? [{ word, from: raw + index, to: raw + index + word.length }] : [],
    ),
  )
}

/** How a dictionary has a word: with the straight apostrophe. */
export const inDictionarySpelling = (word: string): string => word.replaceAll('’', "'").normalize('NFC')

/** A suggestion as the text writes its apostrophes. */
export const inSpellingOf = (word: string, suggestion: string): string =>
  word.includes('’') ? suggestion.replaceAll("'", '’') : suggestion

/** Where the words of a note (blanks between them) stand in a text, each once and in its order as long as that goes. */
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
