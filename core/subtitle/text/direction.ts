/** Right-to-left languages whose tag names no script. */
const LANGUAGES: ReadonlySet<string> = new Set(
  'ar arc arz ary apc acm aeb azb bal bgn bqi ckb dv fa glk he iw ji khw ks lrc luz mzn nqo pnb prs ps sd sdh skr syr ug ur yi'.split(
    ' ',
  ),
)

/** Right-to-left scripts by tag (ISO 15924). */
const SCRIPTS: ReadonlySet<string> = new Set('adlm arab aran hebr mand mend nkoo rohg samr syrc thaa yezi'.split(' '))

/** Right-to-left letters: Hebrew to Arabic Extended-A, presentation forms, and the scripts beyond U+10800. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LETTER = /\p{L}/u

/** Whether a text has letters that are read from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** Whether a language is right-to-left, by BCP 47 tag or the product's code; unknown ones are not. */
export function isRightToLeft(language: string): boolean {
  const [name = '', ...parts] = language.toLowerCase().split(/[-_]/)
  const script = parts.find((part) => /^[a-z]{4}$/.test(part))
  return script === undefined ? LANGUAGES.has(name) : SCRIPTS.has(script)
}

/** A text's direction if a page can't detect it: `auto` uses the first letter. */
export function baseDirection(text: string, language: string | undefined): 'rtl' | 'ltr' {
  const direction = textDirection(text, language) ?? 'ltr'
  if (direction !== 'auto') return direction
  return hasRightToLeft(LETTER.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'
}

/**
 * The `dir` for showing and typing a text. A right-to-left language is so with numbers and marks, unless all letters are
 * of other scripts. Elsewhere right-to-left letters make each row's first letter decide; undefined inherits.
 */
export function textDirection(text: string, language: string | undefined): 'rtl' | 'ltr' | 'auto' | undefined {
  const isMixed = hasRightToLeft(text)
  if (language === undefined || !isRightToLeft(language)) return isMixed ? 'auto' : undefined
  return isMixed || !LETTER.test(text) ? 'rtl' : 'ltr'
}
