import type { LanguageCode } from '../domain/languages.ts'
import { align } from '../subtitle/text/align.ts'
import type { WeighedWord } from './text-readings.ts'
import type { PlacedSign } from './text-spaces.ts'
import type { ReadPart } from './text-words.ts'

/** Below this confidence a character is read by a second engine. */
export const DOUBTED_SIGN = 0.85
/** The second engine must be surer by this: the first is trained on text in pictures. */
const FAVOUR = 0.12
/** Marks at a row's end that only the second engine read count from this confidence. */
const MARKS = 0.6
/** Rows with fewer equal characters are not comparable. */
const LEAST_LIKENESS = 0.5
/** Bonus for two equal readings. */
const AGREED = 0.5

/** Largest distance of adjacent characters, in row heights. */
const APART = 3

/**
 * A row's characters without distant ones of other scripts, such as a sign at that height. `isOwn` tests for the
 * language's script.
 */
export function withoutStraySigns<T extends PlacedSign>(
  signs: readonly T[],
  height: number,
  isOwn: (sign: string) => boolean,
): readonly T[] {
  const groups: T[][] = []
  for (const sign of signs) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && sign.x - before.x <= APART * height) last.push(sign)
    else groups.push([sign])
  }
  const own = groups.filter((group) => group.some(({ text }) => isOwn(text)))
  if (own.length === 0 || own.length === groups.length) return signs
  const kept = own.flat()
  const isSign = ({ text }: T): boolean => text.trim() !== ''
  return kept.slice(kept.findIndex(isSign), kept.findLastIndex(isSign) + 1)
}

const HAN = /\p{Script=Han}/u
const CLOSING = /^[…。，、！？；：”’」』）.!?]$/u

/** Merges two readings in a script without spaces, character by character, with marks that one of them lost. */
export function weighSigns(
  first: readonly ReadPart[],
  second: readonly ReadPart[],
  language: LanguageCode,
): WeighedWord[] {
  const [a, b] = [signsOf(first), signsOf(second)]
  if (a.length === 0) return b
  const pairs = align(a, b, (x, y) => (x.text === y.text ? 0 : 1))
  const alike = pairs.filter((pair) => textAt(a, pair.a) !== undefined && textAt(a, pair.a) === textAt(b, pair.b))
  if (alike.length < LEAST_LIKENESS * a.length) return a
  const last = pairs.findLastIndex((pair) => pair.a !== undefined)
  return pairs.flatMap((pair, at) => {
    const [one, other] = [partAt(a, pair.a), partAt(b, pair.b)]
    if (one) return [other ? surer(one, other, language) : one]
    const isLostMark = at > last && other !== undefined && CLOSING.test(other.text) && other.confidence >= MARKS
    return isLostMark ? [{ ...other, other: '' }] : []
  })
}

function surer(one: ReadPart, other: ReadPart, language: LanguageCode): WeighedWord {
  if (one.text === other.text)
    return { text: one.text, confidence: 1 - (1 - Math.max(one.confidence, other.confidence)) * AGREED }
  const isSecond =
    isOfLanguage(other.text, language) &&
    one.confidence < DOUBTED_SIGN &&
    (!isOfLanguage(one.text, language) || other.confidence > one.confidence + FAVOUR)
  const [best, lesser] = isSecond ? [other, one] : [one, other]
  return { text: best.text, confidence: best.confidence * 0.8, other: lesser.text }
}

/** Whether a language's texts use a character: simplified Chinese uses those of GB 2312. */
function isOfLanguage(sign: string, language: LanguageCode): boolean {
  return language !== 'zh_cn' || !HAN.test(sign) || simplified().has(sign)
}

let simplifiedSigns: ReadonlySet<string> | undefined

/** The 6,763 Chinese characters of GB 2312: rows 16 to 87 of 94. */
function simplified(): ReadonlySet<string> {
  if (simplifiedSigns) return simplifiedSigns
  const bytes: number[] = []
  for (let row = 0xb0; row <= 0xf7; row++) for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell)
  simplifiedSigns = new Set(new TextDecoder('gb2312').decode(Uint8Array.from(bytes)))
  return simplifiedSigns
}

/** Single characters with the confidence of their word. */
function signsOf(parts: readonly ReadPart[]): ReadPart[] {
  return parts.flatMap(({ text, confidence }) => [...text.trim()].map((sign) => ({ text: sign, confidence })))
}

function partAt(parts: readonly ReadPart[], at: number | undefined): ReadPart | undefined {
  return at === undefined ? undefined : parts[at]
}

const textAt = (parts: readonly ReadPart[], at: number | undefined): string | undefined => partAt(parts, at)?.text
