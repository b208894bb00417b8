import { align, likeness } from '../text/align.ts'
import type { Cue } from './cue.ts'
import { stretched } from './inner-times.ts'
import { type TextToken, textTokens } from '../text/text-tokens.ts'
import type { WordTime } from './word-times.ts'

/** A cue as it was when its word times became known. */
interface OldLine {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly words: readonly WordTime[]
}

/** A word of an original cue, with its time if known. */
interface OldToken extends TextToken {
  readonly time: WordTime | undefined
  /** Which cue it is of. */
  readonly line: number
  /** Its index among all words. */
  readonly at: number
}

/** An old word and its current word. */
interface Found {
  readonly old: OldToken
  readonly now: TextToken
}

/** Similarity of two spellings of one word. */
const SAME_WORD = 0.6

/**
 * A cue's words from the original cues it was made of, the first being its own if any. Words match by similarity; times
 * keep their relative places within what remains. All are inside the cue, increasing.
 */
export function wordsAfterEdits(cue: Cue, lines: readonly OldLine[], hasOwn = true): WordTime[] {
  const [own] = lines
  if (!own) return []
  if (hasOwn && own.text === cue.text) return inside(cue, own.words, stretched(own, cue))
  const old = lines.flatMap((line, at) => oldTokens(line, at, at > 0 || !hasOwn)).map((token, at) => ({ ...token, at }))
  const found = foundTokens(old, textTokens(cue.text), cue).filter(isJoined(old, hasOwn))
  const [first] = found
  if (!first) return []
  const words = found.flatMap(({ old: { time, from, line }, now }) => {
    if (!time) return []
    const before = from - time.offset
    const isSame =
      lines[line]?.text.slice(time.offset, from) === cue.text.slice(Math.max(0, now.from - before), now.from)
    return [{ offset: isSame ? now.from - before : now.from, start: time.start }]
  })
  // Without its own original cue the rest's place is unknown.
  return inside(cue, words, hasOwn ? moveOf(cue, lines, old, found) : (ms) => ms)
}

/** A cue's words with the times that begin in them; a merged cue starts with its first. */
function oldTokens({ text, words, start }: OldLine, line: number, isJoined: boolean): Omit<OldToken, 'at'>[] {
  let next = 0
  return textTokens(text).map((token, at) => {
    let time: WordTime | undefined = isJoined && at === 0 ? { offset: token.from, start } : undefined
    for (; next < words.length && (words[next]?.offset ?? 0) <= token.from; next++) time = words[next]
    return { ...token, time, line }
  })
}

/** Common words at both ends are skipped. Of repeated words those shown with the cue count, or the nearest in time. */
function foundTokens(old: readonly OldToken[], now: readonly TextToken[], cue: Cue): Found[] {
  const most = Math.min(old.length, now.length)
  const off = old.map(({ time }) => (time ? Math.max(0, cue.start - time.start, time.start - cue.end + 1) : 0))
  const isSameAt = (a: number, b: number): boolean => old[a]?.text === now[b]?.text && off[a] === 0
  let begin = 0
  while (begin < most && isSameAt(begin, begin)) begin++
  let end = 0
  while (end < most - begin && isSameAt(old.length - 1 - end, now.length - 1 - end)) end++
  const isSame = sameWord()
  const cost = ({ text, at }: OldToken, other: TextToken): number => {
    if (!isSame(text, other.text)) return 2
    const far = off[at] ?? 0
    return (text === other.text ? 0 : 0.2) + (0.15 * far) / (far + 500)
  }
  const middle = align(old.slice(begin, old.length - end), now.slice(begin, now.length - end), cost)
  const pairs = [
    ...Array.from({ length: begin }, (_, at) => ({ a: at, b: at })),
    ...middle.map(({ a, b }) => ({ a: a === undefined ? -1 : begin + a, b: b === undefined ? -1 : begin + b })),
    ...Array.from({ length: end }, (_, at) => ({ a: old.length - end + at, b: now.length - end + at })),
  ]
  return pairs.flatMap(({ a, b }) => {
    const [word, other] = [old[a], now[b]]
    return word && other && isSame(word.text, other.text) ? [{ old: word, now: other }] : []
  })
}

/** Whether two words match; each pair is compared once. */
function sameWord(): (a: string, b: string) => boolean {
  const known = new Map<string, boolean>()
  return (a, b) => {
    if (a === b) return true
    // Too different in length to match.
    if (Math.min(a.length, b.length) < SAME_WORD * Math.max(a.length, b.length)) return false
    const key = `${a} ${b}`
    let is = known.get(key)
    if (is === undefined) known.set(key, (is = likeness(a, b) >= SAME_WORD))
    return is
  }
}

/** In another cue a single word is coincidence, unless it has no other. */
function isJoined(
  old: readonly OldToken[],
  hasOwn: boolean,
): (one: Found, index: number, found: readonly Found[]) => boolean {
  const of = (line: number): number => old.reduce((sum, token) => sum + Number(token.line === line), 0)
  return ({ old: { line } }, _, found) => {
    const count = found.reduce((sum, one) => sum + Number(one.old.line === line), 0)
    return (hasOwn && line === 0) || count >= Math.min(2, of(line))
  }
}

/**
 * Mapping of times. A start or end equal to the originals' is kept; otherwise times move from the best fitting stretch of
 * the cue's length.
 */
function moveOf(cue: Cue, lines: readonly OldLine[], old: readonly OldToken[], found: readonly Found[]) {
  const [first, last] = [found[0], found.at(-1)]
  const [begin, finish] = [lines[first?.old.line ?? 0], lines[last?.old.line ?? 0]]
  if (!first || !last || !begin || !finish) return (ms: number): number => ms
  const isCutBefore = old[first.old.at - 1]?.line === first.old.line
  const next = old[last.old.at + 1]
  const isCutAfter = next?.line === last.old.line
  const starts = [begin.start, ...(isCutBefore && first.old.time ? [first.old.time.start] : [])]
  const ends = [finish.end, ...(isCutAfter && next.time ? [next.time.start] : [])]
  if (starts.includes(cue.start) || ends.includes(cue.end)) return (ms: number): number => ms
  const length = cue.end - cue.start
  const spans = starts.flatMap((start) => ends.map((end) => ({ start, end }))).filter(({ start, end }) => end > start)
  const off = ({ start, end }: { start: number; end: number }): number => Math.abs(end - start - length)
  const [near = begin] = spans.sort((a, b) => off(a) - off(b))
  return stretched(near, cue)
}

/** Words said while the cue is shown. The one in progress at its start counts from there. */
function inside({ start, end }: Cue, words: readonly WordTime[], move: (ms: number) => number): WordTime[] {
  const kept: WordTime[] = []
  for (const word of words) {
    const at = Math.max(start, Math.round(move(word.start)))
    const last = kept.at(-1)
    if (last && last.start === start && at === start) kept[kept.length - 1] = { ...word, start }
    else if (at < end && (!last || at > last.start)) kept.push({ ...word, start: at })
  }
  return kept
}
