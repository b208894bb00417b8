import type { LanguageCode } from '../domain/languages.ts'
import { type WeighedWord, withMarksApart } from './text-readings.ts'
import type { ReadPart } from './text-words.ts'

const LONG_A = '\u0E32'
const AM = '\u0E33'
const RING = '\u0E4D'
/** Tone marks, the ring, and doubled vowels, where they may combine over one letter. */
const THAI_MARKS = /(?:[\u0E48-\u0E4B\u0E4D]+|([\u0E34-\u0E3A\u0E47\u0E4C])\1+)\u0E32?/gu

/** At most one vowel or tone over a letter; a ring or second mark before a long a is the character "am". */
function thaiMarks(marks: string): string {
  const ending = marks.endsWith(LONG_A) ? LONG_A : ''
  const [vowel] = /[\u0E34-\u0E3A\u0E47\u0E4C]/u.exec(marks) ?? []
  if (vowel !== undefined) return vowel + ending
  const [tone = ''] = /[\u0E48-\u0E4B]/u.exec(marks) ?? []
  const isAm = ending !== '' && (marks.includes(RING) || marks.length > 2)
  return isAm ? tone + AM : (tone || RING) + ending
}

/** Lookalikes of a language's characters, with replacements. */
const wrongSigns: Partial<Record<LanguageCode, { readonly wrong: RegExp; readonly right: (sign: string) => string }>> =
  {
    // The micro sign, and obsolete Greek accents.
    el: { wrong: /[\u00B5\u1F00-\u1FFF]/gu, right: (sign) => (sign === '\u00B5' ? '\u03BC' : modern(sign)) },
    // Invisible direction marks, and a final letter that lost its dots.
    ar: {
      wrong: /[\u200E\u200F]|^(?:ف|ب|ل|ه|أ|الت|الذ)ى(?=\P{L}*$)/gu,
      right: (sign) => sign.replace(/.$/u, (last) => (last === 'ى' ? 'ي' : '')),
    },
    // Invisible joiners.
    hi: { wrong: /[\u200C\u200D]/gu, right: () => '' },
    // The character "am" comes as two halves, and marks above a letter are doubled.
    th: { wrong: THAI_MARKS, right: thaiMarks },
    // Only Turkish has a dotless i; elsewhere the dot was too faint.
    tr: { wrong: /(?!)/g, right: (sign) => sign },
  }

/** A word in its language's spelling, character by character. */
function withOwnSigns<T extends ReadPart>(word: T, language: LanguageCode): T {
  const { wrong, right } = wrongSigns[language] ?? { wrong: /\u0131/g, right: () => 'i' }
  return { ...word, text: word.text.replace(wrong, right) }
}

/** Thai vowels and tones after, above or below a letter. */
const THAI_AFTER = /^(?:[\u0E30\u0E32\u0E33\u0E45]|\p{M})/u

/** Two similar Thai letters that are never adjacent: engines read one of them as both. */
const THAI_TWIN = ['จ', 'ฉ'] as const

/** A row's words in their language's spelling; Thai characters, which engines separate, are joined to their letter. */
export function withOwnLetters<T extends ReadPart>(words: readonly T[], language: LanguageCode): T[] {
  const whole: T[] = []
  for (const word of language === 'th' ? words.flatMap(withoutTwin) : words) {
    const last = whole.at(-1)
    if (language !== 'th' || !last || !THAI_AFTER.test(word.text)) whole.push(word)
    else {
      const [before, after] = [last.text.length, word.text.length]
      const confidence = (last.confidence * before + word.confidence * after) / (before + after)
      whole[whole.length - 1] = { ...last, text: last.text + word.text, confidence }
    }
  }
  return whole.map((word) => withOwnSigns(word, language))
}

function withoutTwin<T extends ReadPart>(word: T, at: number, words: readonly T[]): T[] {
  const [first, second] = THAI_TWIN
  const text = word.text.replaceAll(first + second, second)
  const isTwin = text.endsWith(first) && words[at + 1]?.text.startsWith(second) === true
  const own = isTwin ? text.slice(0, -first.length) : text
  return own === '' ? [] : [{ ...word, text: own }]
}

/** A Greek letter with an acute accent in place of all accents, as written since 1982. */
function modern(sign: string): string {
  const [letter = '', ...marks] = sign.normalize('NFD')
  return (marks.length > 0 ? `${letter}\u0301` : letter).normalize('NFC')
}

const fullWidth: Readonly<Record<string, string>> = { '!': '！', '?': '？', ':': '：', ';': '；' }
const commas: Partial<Record<LanguageCode, string>> = { zh_cn: '，', zh_tw: '，', ja: '、' }
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A row's words with the marks of their language, in place. */
export function withOwnMarks(words: readonly WeighedWord[], language: LanguageCode): WeighedWord[] {
  if (language === 'fr') return withMarksApart(words)
  if (language === 'ar') return withStopLast(withoutStroke(withoutLoneLetters(words.map(withArabicMarks))))
  if (language === 'en') return words.flatMap(withoutFalseApostrophe)
  const comma = commas[language]
  if (comma !== undefined) return inFullWidth(withEllipses(words), comma)
  const own = noApostrophes.has(language) ? words.flatMap(withoutApostrophe) : words
  return own.filter(({ text }, at) => !EAST_ASIAN_MARKS.test(text) && !isLoneOpening(text, at === own.length - 1))
}

/** East Asian marks, which no other language uses. */
const EAST_ASIAN_MARKS = /^[\u3000-\u303F\uFF00-\uFF0F]+$/u

/** Spanish opening marks are at a first letter: before a space they are specks. */
const isLoneOpening = (text: string, isLast: boolean): boolean => !isLast && /^[¡¿]$/.test(text)

/** Languages without apostrophes within words: there it is a speck in a space. */
const noApostrophes: ReadonlySet<LanguageCode> = new Set(['es', 'ru', 'hi', 'vi', 'ko'])

function withoutApostrophe(word: WeighedWord): WeighedWord[] {
  return word.text.split(/(?<=[\p{L}\p{M}])'(?=\p{L})/u).map((text) => ({ ...word, text }))
}

/** From this confidence a lone bracket is real. */
const SURE_BRACKET = 0.95

/** A text's rows without unmatched brackets at their edges: strokes beside the letters. */
export function withoutStrayBrackets(rows: readonly (readonly WeighedWord[])[]): WeighedWord[][] {
  const all = rows.flatMap((row) => row.map(({ text }) => text)).join(' ')
  return rows.map((row) =>
    row.map((word, at) => {
      if (word.confidence > SURE_BRACKET) return word
      const opened = at === 0 && !/[)\]}]/.test(all) ? word.text.replace(/^[([{](?=\p{L})/u, '') : word.text
      const isLast = at === row.length - 1 && !/[([{]/.test(all)
      return { ...word, text: isLast ? opened.replace(/(?<=[.?!\p{L}])[)\]}]$/u, '') : opened }
    }),
  )
}

/** In English at most two letters follow an apostrophe after two letters: else it is a speck between words. */
function withoutFalseApostrophe(word: WeighedWord): WeighedWord[] {
  const [, before, after] = /^(\P{L}*(?:\p{L}{2,}|[AaI]))'(\p{L}{3,}.*)$/u.exec(word.text) ?? []
  if (before === undefined || after === undefined) return [word]
  return [{ ...word, text: before }, ...withoutFalseApostrophe({ ...word, text: after })]
}

/** Consecutive dots of any width are an ellipsis: six in Chinese and Japanese. */
const DOTS = /^[.．。·・…‥⋯]+$/u
const ELLIPSIS = '……'

/** Words with one character per ellipsis; a single full stop is none. */
function withEllipses(words: readonly WeighedWord[]): WeighedWord[] {
  const whole: WeighedWord[] = []
  for (const word of words) {
    const last = whole.at(-1)
    if (last && DOTS.test(last.text) && DOTS.test(word.text)) {
      const confidence = Math.max(last.confidence, word.confidence)
      whole[whole.length - 1] = { ...last, text: last.text + word.text, confidence }
    } else whole.push(word)
  }
  return whole.map((word) => ({
    ...word,
    text: word.text.replace(/[.．。·・…‥⋯]{2,}|[…‥⋯]/gu, ELLIPSIS),
  }))
}

/** Chinese and Japanese use full-width marks after their characters, and no spaces. */
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

/** Latin marks after Arabic letters are the Arabic, mirrored ones. */
function withArabicMarks(word: WeighedWord): WeighedWord {
  const text = word.text.replace(/(?<=\p{Script=Arabic})[,;?]/gu, (mark) =>
    mark === ',' ? '،' : mark === ';' ? '؛' : '؟',
  )
  return { ...word, text }
}

/**
 * A single letter, except "and", belongs to the word before it: a gap between non-joining letters was read as a space.
 */
function withoutLoneLetters(words: readonly WeighedWord[]): WeighedWord[] {
  const whole: WeighedWord[] = []
  for (const word of words.filter(({ text }) => text !== '')) {
    const last = whole.at(-1)
    const isLone = /^(?!و)\p{Script=Arabic}$/u.test(word.text) && /^\p{L}$/u.test(word.text)
    if (last && isLone && /\p{L}$/u.test(last.text)) whole[whole.length - 1] = { ...last, text: last.text + word.text }
    else whole.push(word)
  }
  return whole
}

/** Lone digits of a stroke or dot after a sentence are content beside the row. */
function withoutStroke(words: readonly WeighedWord[]): readonly WeighedWord[] {
  const seen = words.filter(({ text }) => text !== '')
  const [before, last] = [seen.at(-2)?.text ?? '', seen.at(-1)?.text ?? '']
  return /^[١٠|]$/u.test(last) && /[.!؟]$/u.test(before) ? seen.slice(0, -1) : seen
}

/** A full stop at the end of an Arabic row is at its left edge, where engines start. */
function withStopLast(words: readonly WeighedWord[]): WeighedWord[] {
  const [first, ...others] = words
  const stop = first && /^([.!؟،]+)(?=\p{Script=Arabic})/u.exec(first.text)?.[1]
  if (!first || stop === undefined) return [...words]
  const all = [{ ...first, text: first.text.slice(stop.length) }, ...others]
  return all.map((word, at) => (at === all.length - 1 ? { ...word, text: word.text + stop } : word))
}
