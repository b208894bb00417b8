import { TAG } from './markup.ts'
import { UNSPACED_LETTER } from './word-pieces.ts'

/** A word of a text without marks around it, and its position. */
export interface TextToken {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Words are separated by non-letters, tags are skipped; in scripts without spaces each character is one. */
const TOKEN = new RegExp(
  `${TAG.source}|${UNSPACED_LETTER}\\p{M}*|(?:(?!${UNSPACED_LETTER})[\\p{L}\\p{N}\\p{M}'’])+`,
  'giu',
)

/** The words of a text in order. */
export function textTokens(text: string): TextToken[] {
  return Array.from(text.matchAll(TOKEN)).flatMap(({ 0: found, index }) =>
    /^[<{]/.test(found) ? [] : [{ text: found, from: index, to: index + found.length }],
  )
}
