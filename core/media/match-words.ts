import type { Cue } from '../subtitle/cue.ts'
import type { CueWords } from '../subtitle/cue-words.ts'
import { plainText } from '../subtitle/markup.ts'
import { scales, LEAST_SURENESS, type TimeMatch } from './match-times.ts'

/** A word and the time (ms) at which it begins. */
interface TimedWord {
  readonly word: string
  readonly time: number
}

/** A line with its times. */
export type TimedLine = Pick<Cue, 'start' | 'end' | 'text'>

/** The same word twice: in a line, and as it was heard. */
interface Pair {
  readonly line: number
  readonly heard: number
}

/** So many words in a row that occur once on both sides are the same words. */
const ROW = 2
/** Fewer rows than this say nothing. */
const FEWEST = 8
/** A word begins so near to where its share of the line's letters puts it, in milliseconds. */
const NEAR = 600
/** So many of the rows must agree: the others were misheard, or the film has breaks that the lines have not. */
const MOST = 0.5
/** Speeds are equal at which so many rows agree, and so near. */
const AS_MANY = 0.98
const AS_NEAR = 1.1

const words = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{M}\p{N}]+/gu

/**
 * Finds the move and change of speed by words that were heard: rows of words that lines and recognition have once each.
 * Undefined where too few agree, as with lines in another language or in a film with other breaks.
 */
export function matchWords(lines: readonly TimedLine[], heard: readonly CueWords[]): TimeMatch | undefined {
  const pairs = pairsOf(lines.flatMap(wordsOfLine), heard.flatMap(heardWords))
  if (pairs.length < FEWEST) return undefined
  const fits = scales.map((scale) => fitAt(pairs, scale))
  const most = Math.max(...fits.map(({ agree }) => agree))
  const likely = fits.filter(({ agree }) => agree >= AS_MANY * most)
  const least = Math.min(...likely.map(({ spread }) => spread))
  // Speeds that are a thousandth apart are hardly told apart in a clip: of equal ones the least change is right.
  const [best] = likely
    .filter(({ spread }) => spread <= AS_NEAR * least)
    .sort((a, b) => Math.abs(a.scale - 1) - Math.abs(b.scale - 1))
  if (!best) return undefined
  const sureness = surenessOf(best.agree, pairs)
  if (best.agree < MOST * pairs.length || sureness < LEAST_SURENESS) return undefined
  const { scale, offset } = best
  return { scale, offset, parts: [{ from: -Infinity, offset }], sureness, doubts: [] }
}

/** Words of a line, each where its share of the letters begins. */
function wordsOfLine({ start, end, text }: TimedLine): TimedWord[] {
  const plain = plainText(text)
  return [...plain.matchAll(words)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    time: start + ((end - start) * index) / plain.length,
  }))
}

function heardWords({ text, words: times }: CueWords): TimedWord[] {
  return times.flatMap(({ offset, start }, at) => {
    const own = text.slice(offset, times[at + 1]?.offset)
    return (own.match(words) ?? []).map((word) => ({ word: word.toLowerCase(), time: start }))
  })
}

/** Beginnings of rows of words that both sides have once. */
function pairsOf(lines: readonly TimedWord[], heard: readonly TimedWord[]): Pair[] {
  const theirs = rowsOnce(heard)
  return [...rowsOnce(lines)].flatMap(([row, line]) => {
    const time = theirs.get(row)
    return time === undefined ? [] : [{ line, heard: time }]
  })
}

function rowsOnce(list: readonly TimedWord[]): Map<string, number> {
  const once = new Map<string, number>()
  const seen = new Set<string>()
  for (let at = 0; at + ROW <= list.length; at++) {
    const row = list
      .slice(at, at + ROW)
      .map(({ word }) => word)
      .join(' ')
    if (seen.has(row)) once.delete(row)
    else once.set(row, list[at]?.time ?? 0)
    seen.add(row)
  }
  return once
}

/** The move at one speed with which most pairs agree: the middle of those that are near each other. */
function fitAt(pairs: readonly Pair[], scale: number) {
  const moves = pairs.map(({ line, heard }) => heard - line * scale).sort((a, b) => a - b)
  let best = { first: 0, end: 0 }
  for (let first = 0, end = 0; first < moves.length; first++) {
    while (end < moves.length && (moves[end] ?? 0) - (moves[first] ?? 0) <= 2 * NEAR) end++
    if (end - first > best.end - best.first) best = { first, end }
  }
  const near = moves.slice(best.first, best.end)
  const offset = Math.round(near[near.length >> 1] ?? 0)
  const spread = near.reduce((sum, move) => sum + Math.abs(move - offset), 0) / near.length
  return { scale, offset, agree: near.length, spread }
}

/** How far so many pairs stand out from as many at random over the film, in standard deviations. */
function surenessOf(agree: number, pairs: readonly Pair[]): number {
  const times = pairs.map(({ heard }) => heard)
  const span = Math.max(...times) - Math.min(...times)
  const chance = Math.min(0.5, (2 * NEAR) / Math.max(1, span))
  return (agree - chance * pairs.length) / Math.sqrt(pairs.length * chance * (1 - chance))
}
