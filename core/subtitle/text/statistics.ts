import { eastAsianWidth } from 'get-east-asian-width'
import { plainText } from './markup.ts'

/** Counts of a cue's text without markup, for rules about reading speed and layout. */
export interface TextStatistics {
  readonly plain: string
  readonly lines: readonly string[]
  /** Letters as read, with spaces, without line breaks. */
  readonly characters: number
  readonly charactersWithoutBlanks: number
  /** As in CJK limits: a full-width letter is 1, others one half. */
  readonly fullWidths: number
  readonly words: number
  /** Letters and full widths per line. */
  readonly lineCharacters: readonly number[]
  readonly lineFullWidths: readonly number[]
}

/** Counts a cue's text; a single scan if letters are one code unit each, as nearly always. */
export function textStatistics(text: string): TextStatistics {
  const plain = plainText(text)
  const lines = plain.includes('\n') ? plain.split('\n') : [plain]
  const total = new Tally()
  const lineCharacters: number[] = []
  const lineFullWidths: number[] = []
  for (const line of lines) {
    const tally = tallyLine(line)
    lineCharacters.push(tally.characters)
    lineFullWidths.push(tally.fullWidths)
    total.add(tally)
  }
  return {
    plain,
    lines,
    characters: total.characters,
    charactersWithoutBlanks: total.characters - total.blanks,
    fullWidths: total.fullWidths,
    words: total.words + Math.ceil(total.wide / 2),
    lineCharacters,
    lineFullWidths,
  }
}

/** Letters as read, with spaces, without line breaks. */
export function countCharacters(text: string): number {
  const plain = plainText(text)
  let characters = 0
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i)
    if (code < 0x300 || (code >= 0x4e00 && code <= 0x9fff)) {
      if (code !== 10) characters++
    } else if (isNarrowUnit(code) || isWideUnit(code)) characters++
    else return textStatistics(text).characters
  }
  return characters
}

class Tally {
  characters = 0
  blanks = 0
  fullWidths = 0
  words = 0
  /** Han and kana: without spaces, two letters count as a word, as other tools do. */
  wide = 0

  add(other: Tally): void {
    this.characters += other.characters
    this.blanks += other.blanks
    this.fullWidths += other.fullWidths
    this.words += other.words
    this.wide += other.wide
  }
}

function tallyLine(line: string): Tally {
  const tally = new Tally()
  let inside = false
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i)
    if (code < 0x300 || isNarrowUnit(code)) {
      const blank = code === 32 || code === 9 || code === 0xa0
      if (blank) tally.blanks++
      else if (!inside) tally.words++
      inside = !blank
      tally.characters++
      tally.fullWidths += 0.5
    } else if (isWideUnit(code)) {
      if (code === 0x3000) tally.blanks++
      const ideograph = isIdeograph(code)
      if (ideograph) tally.wide++
      else if (isHangul(code) && !inside) tally.words++
      inside = isHangul(code)
      tally.characters++
      tally.fullWidths++
    } else {
      return tallyGraphemes(line)
    }
  }
  return tally
}

/** Greek, Cyrillic, Armenian, Latin additions, dashes, quotes, currency: no combining marks, half width. */
const isNarrowUnit = (code: number): boolean =>
  (code >= 0x370 && code <= 0x482) ||
  (code >= 0x48a && code <= 0x58f) ||
  (code >= 0x1e00 && code <= 0x1fff) ||
  (code >= 0x2010 && code <= 0x2027) ||
  (code >= 0x2030 && code <= 0x205e) ||
  (code >= 0x20a0 && code <= 0x20cf)

const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3
const isIdeograph = (code: number): boolean =>
  (code >= 0x3041 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff)
/** Full-width East Asian letters and punctuation of one code unit; kana marks combine. */
const isWideUnit = (code: number): boolean =>
  (code >= 0x3000 && code <= 0x3098) ||
  (code >= 0x309b && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x9fff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  isHangul(code) ||
  (code >= 0xff01 && code <= 0xff60)

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Voicing marks of half-width kana: one letter with their kana, plus half a width. */
const HALF_WIDTH_MARK = /[\uff9e\uff9f]$/
const INVISIBLE = /^[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+$/

/** Letters of several code units or none: each grapheme counts as one. */
function tallyGraphemes(line: string): Tally {
  const tally = new Tally()
  let inside = false
  for (const { segment } of segmenter.segment(line)) {
    if (INVISIBLE.test(segment)) continue
    const code = segment.codePointAt(0) ?? 0
    const blank = /^\s/.test(segment)
    if (blank) tally.blanks++
    else if (isIdeograph(code)) tally.wide++
    else if (!inside) tally.words++
    inside = !blank && !isIdeograph(code)
    tally.characters++
    tally.fullWidths += eastAsianWidth(code) / 2 + (HALF_WIDTH_MARK.test(segment) ? 0.5 : 0)
  }
  return tally
}
