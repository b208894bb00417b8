import { eastAsianWidth } from 'get-east-asian-width'
import type { FontFamily } from './fonts.ts'

/* Approximate width of drawn text: mean widths by class of letters in the four bundled families. */

/** Widths as shares of the em. */
const classes: readonly { readonly letters: RegExp; readonly width: number }[] = [
  { letters: /^[\p{M}\p{Cf}]/u, width: 0 },
  { letters: /^[iljI.,:;'’|!ıíìîïł ]/u, width: 0.31 },
  { letters: /^[ftrJ()[\]{}\-/\\"“”*]/u, width: 0.4 },
  { letters: /^[mwMW@%—…æœÆŒжмфшщюыЖМШЩЮЫ]/u, width: 0.94 },
  { letters: /^\p{Lu}/u, width: 0.68 },
]
const OTHERS = 0.6
/** Of Noto Sans CJK, which all families use for them; a share of the row height. */
const FULL_WIDTH = 0.7
/** Every letter of a monospaced face. */
const MONOSPACED = 0.602

/** Em as a share of the row height, as in libass: Windows ascent plus descent. */
const families: Readonly<Record<FontFamily, { readonly em: number; readonly bold: number }>> = {
  'Noto Sans': { em: 1 / 1.519, bold: 1.06 },
  'DejaVu Sans': { em: 1 / 1.164, bold: 1.12 },
  'DejaVu Serif': { em: 1 / 1.164, bold: 1.12 },
  'DejaVu Sans Mono': { em: 1 / 1.164, bold: 1 },
}

/** Style of letters. */
export interface LetterFace {
  readonly font: FontFamily
  readonly bold: boolean
}

/** Width of a letter (a grapheme cluster) as a share of the height of a row. */
export function letterWidth(letter: string, { font, bold }: LetterFace): number {
  const { em, bold: wider } = families[font]
  if (eastAsianWidth(letter.codePointAt(0) ?? 0) === 2) return FULL_WIDTH
  if (font === 'DejaVu Sans Mono') return em * MONOSPACED
  const width = classes.find(({ letters }) => letters.test(letter))?.width ?? OTHERS
  return em * width * (bold ? wider : 1)
}
