import type { LanguageCode } from '../../domain/languages.ts'

/** Bundled font families, so that every machine draws alike. */
export const fontFamilies = ['Noto Sans', 'DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono'] as const
export type FontFamily = (typeof fontFamilies)[number]

/** Scripts that the chosen family may lack, with their families. The first match counts. */
const fallbacks: readonly { readonly script: string; readonly family: (parts: FallbackParts) => string }[] = [
  {
    script: String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]+`,
    family: ({ family, language }) =>
      `Noto ${family === 'DejaVu Serif' ? 'Serif' : 'Sans'} CJK ${eastAsian[language] ?? 'SC'}`,
  },
  // Emoji, with joiners, variation selectors and keycaps.
  {
    script: String.raw`(?:[0-9#*]\ufe0f?\u20e3|[\u{1f000}-\u{1faff}\u{e0020}-\u{e007f}]|[\u2190-\u27bf\u2b00-\u2bff]\ufe0f|(?<=[\u{1f000}-\u{1faff}\ufe0f])(?:\ufe0f|\u200d(?:[\u2190-\u27bf]\ufe0f?)?))+`,
    family: () => 'Noto Emoji',
  },
  { script: String.raw`\p{Script=Thai}+`, family: () => 'Noto Sans Thai' },
  { script: String.raw`\p{Script=Devanagari}+`, family: () => 'Noto Sans' },
  {
    // Letters, and common symbols of subtitles: notes, arrows, dashes of menus.
    script: String.raw`[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\u2190-\u27bf]+`,
    family: () => 'DejaVu Sans',
  },
]

const pattern = new RegExp(fallbacks.map(({ script }) => `(${script})`).join('|'), 'gu')

interface FallbackParts {
  readonly family: string
  /** A product language; selects East Asian glyph variants. */
  readonly language: string
}

const eastAsian: Readonly<Record<string, string>> = {
  zh_tw: 'TC',
  ja: 'JP',
  ko: 'KR',
} satisfies Partial<Record<LanguageCode, string>>

/** Pieces of a text; `family` draws a piece that the chosen one can't. */
export interface FontPiece {
  readonly text: string
  readonly family: string | undefined
}

/** Splits a text where a script needs another family than the chosen one. */
export function fontPieces(text: string, parts: FallbackParts): FontPiece[] {
  const pieces: FontPiece[] = []
  const add = (piece: FontPiece): void => {
    if (piece.text !== '') pieces.push(piece)
  }
  let from = 0
  for (const match of text.matchAll(pattern)) {
    const at = fallbacks.findIndex((_, index) => match[index + 1] !== undefined)
    const family = fallbacks[at]?.family(parts)
    add({ text: text.slice(from, match.index), family: undefined })
    add({ text: match[0], family: family === parts.family ? undefined : family })
    from = match.index + match[0].length
  }
  add({ text: text.slice(from), family: undefined })
  return pieces
}

/** One font file of a family. */
export interface FontFace {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
}

/** Font files for an ASS script, in all weights and slants that it uses. */
export function facesOfScript(script: string): FontFace[] {
  const families = new Set<string>()
  let [bold, italic] = [/\\b[1-9]/.test(script), /\\i1/.test(script)]
  for (const [, style = ''] of script.matchAll(/^Style:\s*(.*)$/gm)) {
    const columns = style.split(',')
    families.add(columns[1]?.trim() ?? '')
    bold ||= columns[7]?.trim() === '-1' || columns[7]?.trim() === '1'
    italic ||= columns[8]?.trim() === '-1' || columns[8]?.trim() === '1'
  }
  for (const [, family = ''] of script.matchAll(/\\fn([^\\{}]+)/g)) families.add(family.trim())
  const cuts = [true, false].flatMap((isBold) => [true, false].map((isItalic) => ({ bold: isBold, italic: isItalic })))
  const wanted = cuts.filter((cut) => (bold || !cut.bold) && (italic || !cut.italic))
  return [...families].filter(Boolean).flatMap((family) => wanted.map((cut) => ({ family, ...cut })))
}
