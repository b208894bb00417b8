import { align, likeness } from './align.ts'
import type { Cue } from './cue.ts'
import { stretched } from './inner-times.ts'
import { type TextToken, textTokens } from './text-tokens.ts'
import type { WordTime } from './word-times.ts'

/** A line as it was when the times of its words became known. */
interface OldLine {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly words: readonly WordTime[]
}

/** A word of a line as it was, with its time where that is known. */
interface OldToken extends TextToken {
  readonly time: WordTime | undefined
  /** Which of the lines it is of. */
  readonly line: number
  /** Its place among the words of all of them. */
  readonly at: number
}

/** An old word, and the word that stands for it now. */
interface Found {
  readonly old: OldToken
  readonly now: TextToken
}

/** Words this alike are the same one, spelt otherwise. */
const SAME_WORD = 0.6

/**
 * The words of a cue by those of the lines that it was made of, in their order, the first being its own where it has one.
 * Words are found by likeness; times keep their places in what is left of the lines. All lie inside the cue, each later than
 * the one before.
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
  // Without a line of its own nobody knows where the rest of it was.
  return inside(cue, words, hasOwn ? moveOf(cue, lines, old, found) : (ms) => ms)
}

/** The words of a line, each with the time of the word that it begins; a line that was joined to another begins with its first. */
function oldTokens({ text, words, start }: OldLine, line: number, isJoined: boolean): Omit<OldToken, 'at'>[] {
  let next = 0
  return textTokens(text).map((token, at) => {
    let time: WordTime | undefined = isJoined && at === 0 ? { offset: token.from, start } : undefined
    for (; next < words.length && (words[next]?.offset ?? 0) <= token.from; next++) time = words[next]
    return { ...token, time, line }
  })
}

/**
 * Where both texts have the same words at the beginning and the end, only what lies between is compared. Of words that a line
 * has several times those count that are said while the cue is shown, or nearest to that.
 */
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

/** Tells whether two words are the same; each two are looked at once. */
function sameWord(): (a: string, b: string) => boolean {
  const known = new Map<string, boolean>()
  return (a, b) => {
    if (a === b) return true
    // What differs so much in length is never alike enough.
    if (Math.min(a.length, b.length) < SAME_WORD * Math.max(a.length, b.length)) return false
    const key = `${a} ${b}`
    let is = known.get(key)
    if (is === undefined) known.set(key, (is = likeness(a, b) >= SAME_WORD))
    return is
  }
}

/** Of a line that is not the cue's own one word alone is chance, unless it has no other. */
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
 * Where times go. A cue whose start or end is that of its lines, or of the words that are left of them, keeps them; else
 * they move from the stretch that is as long as the cue, or comes nearest to that.
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

/** Words that are said while the cue is shown. The one that is being said when it begins counts from there. */
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
