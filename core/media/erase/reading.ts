import type { TextReading } from '../../domain/erase-look.ts'

/** From this confidence a character counts as read. */
const SURE = 0.85
/** Characters, and share of all, that a reading needs to count. */
const LEAST_SIGNS = 2
const LEAST_SHARE = 0.5
/** Stripes, blinds and rings are read as these: alone they are no text. */
const BARE = /^[Il1|!iijJoO0QcCDuUnTtLrHFEVvXxYZz7一二三十口日目田工亠丨丶丿八人入川小]$/u

/** One reading of a text. */
export interface LookReading extends TextReading {
  /** Whether enough was read with confidence to be text. */
  readonly isSure: boolean
}

/** An engine's characters or words, weighed: letters and digits count, punctuation and spaces do not. */
export function weighReading(parts: readonly TextReading[]): LookReading {
  let [all, sure, telling, weight] = [0, 0, 0, 0]
  for (const { text, confidence } of parts) {
    const signs = [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign))
    all += signs.length
    weight += signs.length * confidence
    if (confidence < SURE) continue
    sure += signs.length
    telling += signs.filter((sign) => !BARE.test(sign)).length
  }
  const isSure = sure >= LEAST_SIGNS && telling >= 1 && sure >= LEAST_SHARE * all
  const text = parts.map((part) => part.text).join('')
  return { text, confidence: all > 0 ? weight / all : 0, isSure }
}

/** The best of several readings of a text; undefined if nothing was read. */
export function bestReading(looks: readonly LookReading[]): TextReading | undefined {
  const best = looks
    .filter(({ text }) => text !== '')
    .reduce<LookReading | undefined>(
      (most, look) => (most && most.confidence >= look.confidence ? most : look),
      undefined,
    )
  return best && { text: best.text, confidence: best.confidence }
}

/** Least common share of letters of two readings of one text. */
const SAME_WORDS = 0.6

/** Whether two readings are of the same text, by pairs of letters (Dice). */
export function sameWords(a: string, b: string): boolean {
  const [x, y] = [pairsOf(a), pairsOf(b)]
  if (x.length === 0 || y.length === 0) return x.length === y.length
  const left = [...y]
  let shared = 0
  for (const pair of x) {
    const at = left.indexOf(pair)
    if (at < 0) continue
    left.splice(at, 1)
    shared++
  }
  return (2 * shared) / (x.length + y.length) >= SAME_WORDS
}

function pairsOf(text: string): string[] {
  const letters = [...text.toLowerCase()].filter((sign) => /[\p{L}\p{N}]/u.test(sign))
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => (letters[at] ?? '') + letter)
}
