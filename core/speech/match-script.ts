import { align, likeness } from '../subtitle/text/align.ts'
import { longestIncreasing } from '../subtitle/text/increasing.ts'
import { tokensOf } from './tokens.ts'
import type { Word } from './words.ts'

/** A word of a sentence with its punctuation and its times in milliseconds. */
export interface PlacedWord extends Word {
  /** Whether it was recognised as written; otherwise its neighbours give its time. */
  readonly isHeard: boolean
}

/** Which sentences of a script are spoken, and which speech is not in it. */
export interface ScriptMatch {
  /** Words of each sentence; undefined if it is not spoken. */
  readonly placed: readonly (readonly PlacedWord[] | undefined)[]
  /** Consecutive words that are not in the script. */
  readonly added: readonly (readonly Word[])[]
}

/** The letters of a word, for comparison. */
interface Key {
  readonly key: string
}
interface ScriptWord extends Key {
  readonly text: string
}
interface HeardWord extends Key, Word {}

/** Words with this similarity are equal: misrecognised or spelt differently. */
const SAME_WORD = 0.6
const LIKE = 0.5
/** Pairing different words is slightly cheaper than leaving both alone. */
const OTHER = 1.9
/** A sentence is spoken if this share of its letters is recognised, or if it is this similar as a whole. */
const SPOKEN = 0.5
const ALIKE = 0.6
/** Maximum number of other words between words of a sentence. */
const MOST_BETWEEN = 4
/** Lists with a smaller product of lengths are aligned as a whole; longer ones between words that both have once. */
const SMALL = 20_000
const LARGEST = 1_000_000
const ROWS = [5, 4, 3, 2, 1]
/** A single word from this length on identifies its place. */
const TELLING = 5
/** Duration of a letter without other evidence, in milliseconds. */
const LETTER_MS = 65
/** A silence after which other speech starts. */
const PAUSE_MS = 1500
const NEAR_MS = 400

/**
 * Words of a sentence with their punctuation, or its characters in a script without spaces. Joined they are the
 * sentence.
 */
export function sentenceWords(text: string, unspaced: boolean): string[] {
  if (unspaced) {
    const tokens = tokensOf(text, true)
    return tokens.map(({ offset }, at) => text.slice(at === 0 ? 0 : offset, tokens[at + 1]?.offset))
  }
  const words: string[] = []
  let lead = ''
  for (const piece of text.split(/\s+/).filter((part) => part !== '')) {
    if (keyOf(piece) !== '') {
      words.push(lead + piece)
      lead = ''
    } else if (words.length > 0) words[words.length - 1] += ` ${piece}`
    else lead += `${piece} `
  }
  return words
}

const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * Finds which sentences of a script are spoken, and when, from recognised words. Sentences may be missing or added.
 * Nearly linear time.
 */
export function matchScript(sentences: readonly string[], heard: readonly Word[], unspaced: boolean): ScriptMatch {
  const words = sentences.map((text) =>
    sentenceWords(text, unspaced).map((word): ScriptWord => ({ text: word, key: keyOf(word) })),
  )
  const said = heard.flatMap((word) => heardWords(word, unspaced))
  const first = spansIn(words, said)
  // Unspoken sentences take words from their neighbours, so these are matched again without them.
  const spoken = words.flatMap((own, at) => (isSpoken(own, said, first[at]) ? [at] : []))
  const again = spansIn(
    spoken.map((at) => words[at] ?? []),
    said,
  )
  const spans = new Map<number, Span>()
  for (const [index, at] of spoken.entries()) {
    const span = again[index] ?? first[at]
    const before = [...spans.values()].at(-1)
    if (span && (!before || span.from > before.to)) spans.set(at, span)
  }
  return { placed: placedIn(words, said, spans), added: addedIn(said, [...spans.values()]) }
}

/** A word may have several characters, which share its time evenly. */
function heardWords(word: Word, unspaced: boolean): HeardWord[] {
  if (!unspaced) return keyOf(word.text) === '' ? [] : [{ ...word, key: keyOf(word.text) }]
  const tokens = tokensOf(word.text, true)
  const share = (word.end - word.start) / Math.max(1, tokens.length)
  return tokens.map(({ text }, at) => ({
    ...word,
    ...{ text, key: keyOf(text) },
    start: Math.round(word.start + share * at),
    end: Math.round(word.start + share * (at + 1)),
  }))
}

/**
 * The range of a sentence in the speech: for each word the index of the recognised one, or -1; from the first to the
 * last.
 */
interface Span {
  readonly pairs: readonly number[]
  readonly from: number
  readonly to: number
}

function spansIn(sentences: readonly (readonly ScriptWord[])[], heard: readonly HeardWord[]): (Span | undefined)[] {
  const script = sentences.flat()
  const pairs = pairKeys(script, heard)
  let at = 0
  return sentences.map((words) => {
    const own = pairs.slice(at, at + words.length)
    at += words.length
    return tightest(words, heard, own)
  })
}

/** Keeps the matches that are spoken together: others are coincidences. */
function tightest(
  words: readonly ScriptWord[],
  heard: readonly HeardWord[],
  pairs: Int32Array<ArrayBuffer>,
): Span | undefined {
  let best: { span: Span; letters: number } | undefined
  let open: { word: number; at: number }[] = []
  const close = (): void => {
    const letters = open.reduce((sum, { word, at }) => sum + sameLetters(words[word], heard[at]), 0)
    const [first, last] = [open[0], open.at(-1)]
    if (first && last && letters > (best?.letters ?? 0)) {
      const kept = new Map(open.map(({ word, at }) => [word, at]))
      best = { span: { pairs: words.map((_, at) => kept.get(at) ?? -1), from: first.at, to: last.at }, letters }
    }
    open = []
  }
  for (const [word, at] of pairs.entries()) {
    if (at < 0) continue
    const last = open.at(-1)
    if (last && at - last.at - (word - last.word) > MOST_BETWEEN) close()
    open.push({ word, at })
  }
  close()
  return best?.span
}

function sameLetters(word: ScriptWord | undefined, heard: HeardWord | undefined): number {
  return word && heard && isSame(word.key, heard.key) ? word.key.length : 0
}

function isSpoken(words: readonly ScriptWord[], heard: readonly HeardWord[], span: Span | undefined): boolean {
  if (!span) return false
  const all = words.reduce((sum, { key }) => sum + key.length, 0)
  const same = words.reduce((sum, word, at) => sum + sameLetters(word, heard[span.pairs[at] ?? -1]), 0)
  if (same >= SPOKEN * all) return true
  const said = heard.slice(span.from, span.to + 1).map(({ key }) => key)
  return likeness(words.map(({ key }) => key).join(''), said.join('')) >= ALIKE
}

const likenesses = new Map<string, boolean>()
const MOST_REMEMBERED = 100_000

function isSame(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < SAME_WORD * long.length || short.length < 2) return false
  const name = `${a} ${b}`
  let known = likenesses.get(name)
  if (known === undefined) {
    known = likeness(a, b) >= SAME_WORD
    if (likenesses.size >= MOST_REMEMBERED) likenesses.clear()
    likenesses.set(name, known)
  }
  return known
}

const costOf = (a: Key, b: Key): number => (a.key === b.key ? 0 : isSame(a.key, b.key) ? LIKE : OTHER)

/**
 * For each item of `a` the index of its match in `b`, or -1: first by sequences that both have once, then between
 * those.
 */
function pairKeys(a: readonly Key[], b: readonly Key[]): Int32Array<ArrayBuffer> {
  const found = new Int32Array(a.length).fill(-1)
  const open = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }]
  for (let part = open.pop(); part; part = open.pop()) {
    const { a0, a1, b0, b1 } = part
    const size = (a1 - a0) * (b1 - b0)
    if (size === 0) continue
    const anchors = size > SMALL ? anchorsIn(a.slice(a0, a1), b.slice(b0, b1)) : []
    if (anchors.length === 0) {
      if (size > LARGEST) continue
      for (const pair of align(a.slice(a0, a1), b.slice(b0, b1), costOf))
        if (pair.a !== undefined && pair.b !== undefined) found[a0 + pair.a] = b0 + pair.b
      continue
    }
    let [fromA, fromB] = [a0, b0]
    for (const anchor of anchors) {
      found[a0 + anchor.a] = b0 + anchor.b
      open.push({ a0: fromA, a1: a0 + anchor.a, b0: fromB, b1: b0 + anchor.b })
      ;[fromA, fromB] = [a0 + anchor.a + 1, b0 + anchor.b + 1]
    }
    open.push({ a0: fromA, a1, b0: fromB, b1 })
  }
  return found
}

/** Items of the longest sequences that both lists have once, in the order of both. */
function anchorsIn(a: readonly Key[], b: readonly Key[]): { a: number; b: number }[] {
  for (const row of ROWS) {
    const theirs = rowsOnce(b, row)
    const both = [...rowsOnce(a, row)].flatMap(([text, at]) => {
      const other = theirs.get(text)
      return other === undefined ? [] : [{ a: at, b: other }]
    })
    if (both.length > 0) return longestIncreasing(both.map((pair) => pair.b)).flatMap((index) => both[index] ?? [])
  }
  return []
}

function rowsOnce(list: readonly Key[], row: number): Map<string, number> {
  const once = new Map<string, number>()
  const seen = new Set<string>()
  for (let at = 0; at + row <= list.length; at++) {
    const text = list
      .slice(at, at + row)
      .map(({ key }) => key)
      .join(' ')
    if (text.length < TELLING) continue
    if (seen.has(text)) once.delete(text)
    else once.set(text, at)
    seen.add(text)
  }
  return once
}

function placedIn(
  sentences: readonly (readonly ScriptWord[])[],
  heard: readonly HeardWord[],
  spans: ReadonlyMap<number, Span>,
): (PlacedWord[] | undefined)[] {
  const list = [...spans.values()]
  const order = new Map(list.map((span, at) => [span, at]))
  let end = 0
  return sentences.map((words, at) => {
    const span = spans.get(at)
    if (!span) return undefined
    const index = order.get(span) ?? 0
    // Speech between two sentences belongs to neither, so unrecognised words get no time in it.
    const before = Math.max(end, heard[span.from - 1]?.end ?? 0)
    const after = heard[span.to + 1]?.start ?? Infinity
    const next = heard[list[index + 1]?.from ?? -1]?.start ?? Infinity
    const placed = withTimes(words, heard, span, { start: before, end: Math.min(after, next) })
    end = placed.at(-1)?.end ?? end
    return placed
  })
}

interface Room {
  readonly start: number
  readonly end: number
}

/** Words with times: recognised ones keep theirs, others share the rest by letters. */
function withTimes(
  words: readonly ScriptWord[],
  heard: readonly HeardWord[],
  { pairs }: Span,
  room: Room,
): PlacedWord[] {
  const known = words.map((word, at) => {
    const own = heard[pairs[at] ?? -1]
    return own ? { ...own, text: word.text, isHeard: own.key === word.key } : undefined
  })
  const placed: PlacedWord[] = []
  let at = 0
  while (at < words.length) {
    const own = known[at]
    if (own) {
      const start = Math.max(own.start, placed.at(-1)?.end ?? 0)
      const { confidence, speaker } = own
      const rest = { ...(confidence !== undefined && { confidence }), ...(speaker !== undefined && { speaker }) }
      placed.push({ text: own.text, start, end: Math.max(start, own.end), isHeard: own.isHeard, ...rest })
      at++
      continue
    }
    const upTo = known.findIndex((word, index) => index > at && word !== undefined)
    const missing = words.slice(at, upTo < 0 ? words.length : upTo)
    placed.push(...spread(missing, placed.at(-1)?.end, upTo < 0 ? undefined : known[upTo]?.start, room))
    at += missing.length
  }
  return placed
}

function spread(
  words: readonly ScriptWord[],
  after: number | undefined,
  before: number | undefined,
  room: Room,
): PlacedWord[] {
  const letters = words.reduce((sum, { key }) => sum + key.length, 0)
  const usual = letters * LETTER_MS
  const from = after ?? Math.max(room.start, (before ?? 0) - usual)
  const to = Math.max(from, before ?? Math.min(room.end, from + usual))
  let spent = 0
  return words.map(({ text, key }) => {
    const start = Math.round(from + ((to - from) * spent) / letters)
    spent += key.length
    return { text, start, end: Math.round(from + ((to - from) * spent) / letters), isHeard: false }
  })
}

/** Runs of words outside all sentences; a single one at the edge of a sentence is a recognition error. */
function addedIn(heard: readonly HeardWord[], spans: readonly Span[]): Word[][] {
  const used = new Uint8Array(heard.length)
  for (const { from, to } of spans) used.fill(1, from, to + 1)
  const runs: { from: number; to: number }[] = []
  for (const [at, { start }] of heard.entries()) {
    if (used[at]) continue
    const last = runs.at(-1)
    if (last && last.to === at - 1 && start - (heard[at - 1]?.end ?? 0) < PAUSE_MS) last.to = at
    else runs.push({ from: at, to: at })
  }
  const isApart = (at: number): boolean => {
    const [before, own, after] = [heard[at - 1], heard[at], heard[at + 1]]
    if (!own) return false
    return own.start - (before?.end ?? -Infinity) > NEAR_MS && (after?.start ?? Infinity) - own.end > NEAR_MS
  }
  return runs
    .filter(({ from, to }) => to > from || isApart(from))
    .map(({ from, to }) => heard.slice(from, to + 1).map(({ text, start, end }) => ({ text, start, end })))
}
