import { eastAsianWidth } from 'get-east-asian-width'
import type { Cue } from './cue.ts'
import { plainText } from './markup.ts'

/** Counts of one cue's text, without markup. Everything that rules about reading speed and layout ask for. */
export interface TextStatistics {
  readonly plain: string
  readonly lines: readonly string[]
  /** Letters as a reader counts them, blanks too, line breaks not. */
  readonly characters: number
  readonly charactersWithoutBlanks: number
  /** As for CJK limits: a full-width letter is 1, any other one half. */
  readonly fullWidths: number
  readonly words: number
  /** Letters and full widths of each line. */
  readonly lineCharacters: readonly number[]
  readonly lineFullWidths: readonly number[]
}

/** Cues are values: what was counted once for one holds as long as it lives. */
const counted = new WeakMap<Cue, TextStatistics>()

export function textStatistics(cue: Cue): TextStatistics {
  let found = counted.get(cue)
  if (!found) {
    found = count(cue.text)
    counted.set(cue, found)
  }
  return found
}

/** Letters that are one code unit each and one half wide: no marks, no surrogates, nothing of East Asia. */
const SIMPLE = /^[\x20-\u02ff\u0370-\u0482\u048a-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20cf]*$/

function count(text: string): TextStatistics {
  const plain = plainText(text)
  const lines = plain.split('\n')
  const simple = SIMPLE.test(plain.includes('\n') ? plain.replaceAll('\n', '') : plain)
  const lineCharacters = lines.map(simple ? (line) => line.length : graphemes)
  const lineFullWidths = lines.map(simple ? (line) => line.length / 2 : fullWidth)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const characters = sum(lineCharacters)
  return {
    plain,
    lines,
    characters,
    charactersWithoutBlanks: characters - blanks(plain),
    fullWidths: sum(lineFullWidths),
    words: words(plain),
    lineCharacters,
    lineFullWidths,
  }
}

function blanks(text: string): number {
  let found = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 32 || code === 9 || code === 0xa0 || code === 0x3000) found++
  }
  return found
}

/** Runs of letters between blanks; in scripts without blanks each wide letter counts half a word, as tools do. */
function words(text: string): number {
  let found = 0
  let inside = false
  let wide = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const blank = code <= 32 || code === 0xa0 || isCjkMark(code)
    if (isCjkUnit(code)) wide++
    if (!blank && !inside && !isCjkUnit(code)) found++
    inside = !blank && !isCjkUnit(code)
  }
  return found + Math.ceil(wide / 2)
}

const isCjkUnit = (code: number): boolean =>
  (code >= 0x3041 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff)

/** The ideographic space and punctuation, full-width marks. */
const isCjkMark = (code: number): boolean =>
  (code >= 0x3000 && code <= 0x303f) || (code >= 0xff01 && code <= 0xff0f) || (code >= 0xff1a && code <= 0xff20)

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Han, kana, hangul and their punctuation, each one code unit and one letter. */
const CJK_ONLY = /^[\x20-\x7e\u3000-\u3096\u309b-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/

function graphemes(line: string): number {
  if (CJK_ONLY.test(line)) return line.length
  let found = 0
  for (const { segment } of segmenter.segment(line)) if (!INVISIBLE.test(segment)) found++
  return found
}

const INVISIBLE = /^[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+$/

function fullWidth(line: string): number {
  let width = 0
  if (CJK_ONLY.test(line)) {
    for (let i = 0; i < line.length; i++) width += line.charCodeAt(i) < 0x80 ? 0.5 : 1
    return width
  }
  for (const { segment } of segmenter.segment(line)) {
    if (!INVISIBLE.test(segment)) width += eastAsianWidth(segment.codePointAt(0)!) / 2
  }
  return width
}
