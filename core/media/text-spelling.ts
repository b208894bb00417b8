import type { LanguageCode } from '../domain/languages.ts'
import type { ReadPart, WeighedWord } from './text-readings.ts'
import { withMarksApart } from './text-readings.ts'

/** What engines take for signs of a language that only look like them, and what they are. */
const wrongSigns: Partial<Record<LanguageCode, { readonly wrong: RegExp; readonly right: (sign: string) => string }>> =
  {
    // The sign for a millionth, and accents that Greek gave up.
    el: { wrong: /[\u00B5\u1F00-\u1FFF]/gu, right: (sign) => (sign === '\u00B5' ? '\u03BC' : modern(sign)) },
    // Joiners that are not seen.
    hi: { wrong: /[\u200C\u200D]/gu, right: () => '' },
    // Only Turkish has an i without a dot; elsewhere the dot was too faint.
    tr: { wrong: /(?!)/g, right: (sign) => sign },
  }

/** A word as its language writes it, sign by sign. */
export function withOwnSigns<T extends ReadPart>(word: T, language: LanguageCode): T {
  const { wrong, right } = wrongSigns[language] ?? { wrong: /\u0131/g, right: () => 'i' }
  return { ...word, text: word.text.replace(wrong, right) }
}

/** A Greek letter with an acute accent for all that is above it, as Greek is written since 1982. */
function modern(sign: string): string {
  const [letter = '', ...marks] = sign.normalize('NFD')
  return (marks.length > 0 ? `${letter}\u0301` : letter).normalize('NFC')
}

const fullWidth: Readonly<Record<string, string>> = { '!': '！', '?': '？', ':': '：', ';': '；' }
const commas: Partial<Record<LanguageCode, string>> = { zh_cn: '，', zh_tw: '，', ja: '、' }
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The words of a row with the marks of their language, where they belong. */
export function withOwnMarks(words: readonly WeighedWord[], language: LanguageCode): WeighedWord[] {
  if (language === 'fr') return withMarksApart(words)
  if (language === 'ar') return withStopLast(words)
  const comma = commas[language]
  if (comma !== undefined) return inFullWidth(words, comma)
  // Marks of East Asia are no marks of any other language.
  return words.filter(({ text }) => !/^[\u3000-\u303F\uFF00-\uFF0F]+$/u.test(text))
}

/** Chinese and Japanese set marks as wide as letters where they follow one, and no blanks. */
function inFullWidth(words: readonly WeighedWord[], comma: string): WeighedWord[] {
  let before = ''
  return words.map((word) => {
    const signs = [...word.text].map((sign) => {
      const wide = sign === ',' ? comma : fullWidth[sign]
      const isWide = wide !== undefined && (EAST_ASIAN.test(before) || /[！？]/u.test(before))
      if (sign.trim() !== '') before = isWide ? wide : sign
      return isWide ? wide : sign
    })
    return { ...word, text: signs.join('').replace(BLANK_BETWEEN, '') }
  })
}

const BLANK_BETWEEN =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]) +(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

/** A full stop that ends a row of Arabic is at its left edge, where engines begin to read. */
function withStopLast(words: readonly WeighedWord[]): WeighedWord[] {
  const [first, ...others] = words
  const stop = first && /^([.!؟،]+)(?=\p{Script=Arabic})/u.exec(first.text)?.[1]
  if (!first || stop === undefined) return [...words]
  const all = [{ ...first, text: first.text.slice(stop.length) }, ...others]
  return all.map((word, at) => (at === all.length - 1 ? { ...word, text: word.text + stop } : word))
}
