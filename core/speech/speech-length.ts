import type { LanguageCode } from '../domain/languages.ts'

/** Milliseconds of speech a letter, measured on eSpeak NG at the rate of its voices. */
const LETTER_MS: Readonly<Record<LanguageCode, number>> = {
  ...{ en: 59, zh_cn: 203, zh_tw: 200, ja: 124, ko: 175, es: 69, fr: 54, de: 53, it: 64, pt: 69, ru: 59, ar: 118 },
  ...{ hi: 158, vi: 53, th: 130, id: 76, tr: 73, pl: 71, nl: 70, uk: 62, ro: 71, el: 74, cs: 78, fi: 71 },
}
/** Each digit is spoken as a word. */
const DIGIT_MS = 260
/** A Chinese character in Japanese is mostly two kana. */
const KANJI_IN_KANA = 2
/** The first and last sound, and a pause inside. */
const ENDS_MS = 200
const PAUSE_MS = 300

const LETTER = /\p{L}/gu
const DIGIT = /\p{Nd}/gu
const KANJI = /\p{Script=Han}/gu
const PAUSES = /[,;:.!?…，、；：。！？।—–]+(?=[^\p{N}]*[\p{L}\p{N}])(?!\p{N})/gu

/** Estimated duration of a spoken text at the normal rate, in milliseconds; of most lines a tenth off. */
export function speechLength(text: string, language: LanguageCode): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const digits = count(DIGIT)
  const letters = count(LETTER) + (language === 'ja' ? (KANJI_IN_KANA - 1) * count(KANJI) : 0)
  if (letters + digits === 0) return 0
  return Math.round(ENDS_MS + letters * LETTER_MS[language] + digits * DIGIT_MS + count(PAUSES) * PAUSE_MS)
}
