import type { Cue } from '../subtitle/cue/cue.ts'
import type { CueWords } from '../subtitle/formats/cue-words.ts'
import { plainText } from '../subtitle/text/markup.ts'
import { scales, LEAST_SURENESS, type TimeMatch } from './match-times.ts'

/** A word with its start (ms). */
interface TimedWord {
  readonly word: string
  readonly time: number
}

/** A line with its times. */
export type TimedLine = Pick<Cue, 'start' | 'end' | 'text'>

/** The same word in a cue and in the recognised speech. */
interface Pair {
  readonly line: number
  readonly heard: number
}

/** Length of word sequences that are unique on both sides. */
const ROW = 2
/** Fewer sequences are no evidence. */
const FEWEST = 8
/** Tolerance between a word's start and its position by letters in the cue, in milliseconds. */
const NEAR = 600
/** Share of sequences that must agree: others were misheard, or the video has other breaks. */
const MOST = 0.5
/** Speeds are equal if they differ by this little, and in this few sequences. */
const AS_MANY = 0.98
const AS_NEAR = 1.1

const words = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{M}\p{N}]+/gu

/**
 * Finds offset and speed by recognised words: sequences unique in both cues and speech. Undefined if too few agree, as
 * for another language or other breaks.
 */
export function matchWords(lines: readonly TimedLine[], heard: readonly CueWords[]): TimeMatch | undefined {
  const pairs = pairsOf(lines.flatMap(wordsOfLine), heard.flatMap(heardWords))
  if (pairs.length < FEWEST) return undefined
  const fits = scales.map((scale) => fitAt(pairs, scale))
  const most = Math.max(...fits.map(({ agree }) => agree))
  const likely = fits.filter(({ agree }) => agree >= AS_MANY * most)
  const least = Math.min(...likely.map(({ spread }) => spread))
  // Speeds a thousandth apart are hardly distinguishable in a clip: of equal ones the least change wins.
  const [best] = likely
    .filter(({ spread }) => spread <= AS_NEAR * least)
    .sort((a, b) => Math.abs(a.scale - 1) - Math.abs(b.scale - 1))
  if (!best) return undefined
  const sureness = surenessOf(best.agree, pairs)
  if (best.agree < MOST * pairs.length || sureness < LEAST_SURENESS) return undefined
  const { scale, offset } = best
  return { scale, offset, parts: [{ from: -Infinity, offset }], sureness, doubts: [] }
}

/** Words of a cue, placed by their share of its letters. */
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

/** Starts of word sequences that are unique on both sides. */
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

/** The offset at one speed with which most pairs agree: the middle of the densest group. */
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

/** Significance of the number of pairs against random ones over the video, in standard deviations. */
function surenessOf(agree: number, pairs: readonly Pair[]): number {
  const times = pairs.map(({ heard }) => heard)
  const span = Math.max(...times) - Math.min(...times)
  const chance = Math.min(0.5, (2 * NEAR) / Math.max(1, span))
  return (agree - chance * pairs.length) / Math.sqrt(pairs.length * chance * (1 - chance))
}
