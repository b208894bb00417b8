import { normalForm, tokensOf } from './tokens.ts'

/** Ends of a line among its words. */
const EDGE = '\u0001'

/** FNV-1a of UTF-16 units with a last mixing, as a signed 32-bit integer. */
function hash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) | 0
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) | 0
}

/** Words of a line without signs and codes. */
const wordsOf = (text: string): string[] =>
  tokensOf(text)
    .filter(({ weight }) => weight > 1)
    .map(({ key }) => key)

const pairKey = (seed: number, first: string, second: string): number => hash(`2${first} ${second}`, seed)

/**
 * Keys of neighbouring words, with the ends of the line. Of `n` words, `k` changes leave `n + 1 - 2k`: similar lines
 * share one.
 */
export function pairKeys(seed: number, text: string): number[] {
  const words = [EDGE, ...wordsOf(text), EDGE]
  return unique(words.slice(1).map((word, at) => pairKey(seed, words[at] ?? EDGE, word)))
}

/** Keys of single words, which a search for a phrase looks up. */
export const wordKeys = (seed: number, text: string, side: 'source' | 'target'): number[] =>
  unique(wordsOf(text).map((word) => hash(`${side === 'source' ? 's' : 't'}${word}`, seed)))

/** All keys under which a pair is found. The seed keeps memories apart. */
export const keysOfPair = (seed: number, source: string, target: string): number[] =>
  unique([...pairKeys(seed, source), ...wordKeys(seed, source, 'source'), ...wordKeys(seed, target, 'target')])

/** Number of words, by which lines of another length are left out. */
export const wordCount = (text: string): number => wordsOf(text).length

/** What the lines before and after a line are: equal ones are the same neighbours. */
export const neighboursKey = (before: string, after: string): number =>
  hash(`${normalForm(before)}${EDGE}${normalForm(after)}`, 0)

const unique = (keys: readonly number[]): number[] => [...new Set(keys)]

/** Keys that every pair with a phrase has; inside a source also those of neighbouring words. */
export function phraseKeys(seed: number, phrase: string, side: 'source' | 'target'): number[] {
  const words = wordsOf(phrase)
  const twos = side === 'target' ? [] : words.slice(1).map((word, at) => pairKey(seed, words[at] ?? EDGE, word))
  return unique([...wordKeys(seed, phrase, side), ...twos])
}

/** Share of words whose change still leaves one of the chosen keys. */
const CHANGED = 0.3

/**
 * The keys by which similar lines are looked up: as many as one unchanged pair of words needs, the common ones last,
 * before them those of short words, which many lines have too.
 */
export function rarestFirst(
  seed: number,
  text: string,
  isCommon: (key: number) => boolean,
): { readonly chosen: readonly number[]; readonly rest: readonly number[] } {
  const words = [EDGE, ...wordsOf(text), EDGE]
  const lengths = new Map<number, number>()
  words.slice(1).forEach((word, at) => {
    const before = words[at] ?? EDGE
    lengths.set(pairKey(seed, before, word), before.length + word.length)
  })
  const sorted = [...lengths.keys()].toSorted(
    (a, b) => Number(isCommon(a)) - Number(isCommon(b)) || (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0),
  )
  const needed = 2 * Math.floor((words.length - 2) * CHANGED) + 2
  return { chosen: sorted.slice(0, needed), rest: sorted }
}
