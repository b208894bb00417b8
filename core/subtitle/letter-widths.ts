import { eastAsianWidth } from 'get-east-asian-width'
import type { FontFamily } from './fonts.ts'

/*
 * How wide text is drawn, near enough to see what does not fit: letters are measured by classes, each with the mean width
 * of its letters in the four families that come with the application.
 */

/** Widths as shares of the em. */
const classes: readonly { readonly letters: RegExp; readonly width: number }[] = [
  { letters: /^[\p{M}\p{Cf}]/u, width: 0 },
  { letters: /^[iljI.,:;'’|!ıíìîïł ]/u, width: 0.31 },
  { letters: /^[ftrJ()[\]{}\-/\\"“”*]/u, width: 0.4 },
  { letters: /^[mwMW@%—…æœÆŒжмфшщюыЖМШЩЮЫ]/u, width: 0.94 },
  { letters: /^\p{Lu}/u, width: 0.68 },
]
const OTHERS = 0.6
/** Of Noto Sans CJK, which draws them in all families; a share of the height of a row. */
const FULL_WIDTH = 0.7
/** Every letter of a typewriter's face. */
const MONOSPACED = 0.602

/** Em as a share of the height of a row, as libass takes it: what Windows counts as ascent and descent. */
const families: Readonly<Record<FontFamily, { readonly em: number; readonly bold: number }>> = {
  'Noto Sans': { em: 1 / 1.519, bold: 1.06 },
  'DejaVu Sans': { em: 1 / 1.164, bold: 1.12 },
  'DejaVu Serif': { em: 1 / 1.164, bold: 1.12 },
  'DejaVu Sans Mono': { em: 1 / 1.164, bold: 1 },
}

/** What letters are drawn with. */
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
