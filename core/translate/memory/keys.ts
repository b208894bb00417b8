import { tokensOf } from './tokens.ts'

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

/** Key of all its tokens: lines with the same one are an exact match. */
export const exactKey = (seed: number, text: string): number =>
  hash(
    `=${tokensOf(text)
      .map(({ key }) => key)
      .join(' ')}`,
    seed,
  )

/**
 * Keys of neighbouring words, with the ends of the line. Of `n` words, `k` changes leave `n + 1 - 2k`: similar lines
 * share one.
 */
export function pairKeys(seed: number, text: string): number[] {
  const words = [EDGE, ...wordsOf(text), EDGE]
  return unique(words.slice(1).map((word, at) => hash(`2${words[at]} ${word}`, seed)))
}

/** Keys of single words, which a search for a phrase looks up. */
export const wordKeys = (seed: number, text: string, side: 'source' | 'target'): number[] =>
  unique(wordsOf(text).map((word) => hash(`${side === 'source' ? 's' : 't'}${word}`, seed)))

/** All keys under which a pair is found. The seed keeps memories apart. */
export const keysOfPair = (seed: number, source: string, target: string): number[] =>
  unique([
    exactKey(seed, source),
    ...pairKeys(seed, source),
    ...wordKeys(seed, source, 'source'),
    ...wordKeys(seed, target, 'target'),
  ])

/** Number of words, by which lines of another length are left out. */
export const wordCount = (text: string): number => wordsOf(text).length

/** What the lines before and after a line are: equal ones are the same neighbours. */
export const neighboursKey = (before: string, after: string): number =>
  hash(`${exactKey(0, before)} ${exactKey(0, after)}`, 0)

const unique = (keys: readonly number[]): number[] => [...new Set(keys)]
