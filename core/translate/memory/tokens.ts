import { piecesOf } from '../exchange/pieces.ts'

/** A word, a sign or a mark of a line. */
export interface Token {
  /** What it is compared by. */
  readonly key: string
  /** As it is shown, with the space before it; empty for a mark. */
  readonly shown: string
  /** What its change costs: a word more than a sign. */
  readonly weight: number
}

const WORD_WEIGHT = 4
/** Stands for each code of a text. */
const MARK = '\u{fffc}'

/** Scripts without spaces between words: each letter is compared alone. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const LETTERS = `[\\p{L}\\p{N}\\p{M}]`
const TOKEN = new RegExp(
  `(\\s*)(?:([${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])${LETTERS})+(?:['’](?:(?![${UNSPACED}])${LETTERS})+)*)|([^\\s]))`,
  'gu',
)

/** Tokens of a cue's text, in order. Digits stay; case and codes do not count. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let gap = ''
  for (const { kind, text: part } of piecesOf(text)) {
    if (kind === 'break') gap = ' '
    else if (kind === 'mark') tokens.push({ key: MARK, shown: '', weight: 1 })
    else if (kind === 'words') {
      for (const [, spaces = '', word, sign = ''] of part.matchAll(TOKEN)) {
        const before = spaces === '' && gap === '' ? '' : ' '
        gap = ''
        tokens.push({
          key: keyOf(word ?? sign),
          shown: before + (word ?? sign),
          weight: word === undefined ? 1 : WORD_WEIGHT,
        })
      }
      if (/\s$/.test(part)) gap = ' '
    }
  }
  return tokens
}

const keyOf = (word: string): string => word.normalize('NFKC').toLowerCase().replaceAll('’', "'")

/** A text with all differences removed that do not count: two lines with the same one are an exact match. */
export const normalForm = (text: string): string =>
  tokensOf(text)
    .map(({ key }) => key)
    .join(' ')
