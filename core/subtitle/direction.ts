/** Languages that are written from right to left where their tag names no script. */
const LANGUAGES: ReadonlySet<string> = new Set(
  'ar arc arz ary apc acm aeb azb bal bgn bqi ckb dv fa glk he iw ji khw ks lrc luz mzn nqo pnb prs ps sd sdh skr syr ug ur yi'.split(
    ' ',
  ),
)

/** Scripts that are written from right to left, as a tag names them (ISO 15924). */
const SCRIPTS: ReadonlySet<string> = new Set('adlm arab aran hebr mand mend nkoo rohg samr syrc thaa yezi'.split(' '))

/** Letters that are read from right to left: Hebrew to Arabic Extended-A, their forms, and the scripts beyond U+10800. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LETTER = /\p{L}/u

/** Whether a text has letters that are read from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** Whether a language is written from right to left, by its BCP 47 tag or the product's code; unknown ones are not. */
export function isRightToLeft(language: string): boolean {
  const [name = '', ...parts] = language.toLowerCase().split(/[-_]/)
  const script = parts.find((part) => /^[a-z]{4}$/.test(part))
  return script === undefined ? LANGUAGES.has(name) : SCRIPTS.has(script)
}

/** A text's direction where a page can't find it out: `auto` goes by its first letter. */
export function baseDirection(text: string, language: string | undefined): 'rtl' | 'ltr' {
  const direction = textDirection(text, language) ?? 'ltr'
  if (direction !== 'auto') return direction
  return hasRightToLeft(LETTER.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'
}

/**
 * The `dir` that a text of a language is shown and typed with. A text of a language from right to left is so, its numbers
 * and marks too, unless all its letters are of other scripts. In other languages, or where none is known, letters from
 * right to left let the first letter of each row decide; undefined is as the page.
 */
export function textDirection(text: string, language: string | undefined): 'rtl' | 'ltr' | 'auto' | undefined {
  const isMixed = hasRightToLeft(text)
  if (language === undefined || !isRightToLeft(language)) return isMixed ? 'auto' : undefined
  return isMixed || !LETTER.test(text) ? 'rtl' : 'ltr'
}
