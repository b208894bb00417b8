import { align, likeness } from '../subtitle/align.ts'
import type { Cue, NewId } from '../subtitle/cue.ts'
import { type CueRules, wordsToCues } from './cues.ts'
import { tokensOf } from './tokens.ts'
import type { Word } from './words.ts'

/** What picture and speech say together. */
export interface FusedLine {
  readonly cue: Cue
  /** `both`: they agree; `picture`, `speech`: only one of them has it; `differs`: they say something different. */
  readonly origin: 'both' | 'picture' | 'speech' | 'differs'
  /** What was heard where it differs; empty elsewhere. */
  readonly heard: string
}

/** Words this far from a line's time may still be its own, in milliseconds: subtitles come a little late or stay. */
const REACH_MS = 700
/** So many of a line's words have to be heard for it to be the same, and words this alike are the same. */
const AGREED_SHARE = 0.5
const SAME_WORD = 0.6

/**
 * One version out of what was read in the picture and what was heard: the picture's spelling, the speech's times where
 * both agree, and what only one of them has. Lines come in order and do not overlap.
 */
export function fuseLines(lines: readonly Cue[], words: readonly Word[], rules: CueRules, newId: NewId): FusedLine[] {
  const used = new Set<Word>()
  const fused = lines.map((line) => fuseLine(line, words, rules, used))
  const unread = words.filter((word) => !used.has(word) && !lines.some((line) => covers(line, word)))
  const heard = wordsToCues(unread, rules, newId).map((cue): FusedLine => ({ cue, origin: 'speech', heard: '' }))
  return apart([...fused, ...heard].sort((a, b) => a.cue.start - b.cue.start))
}

function covers({ start, end }: Cue, word: Word): boolean {
  return (Math.min(end, word.end) - Math.max(start, word.start)) * 2 > word.end - word.start
}

function fuseLine(line: Cue, words: readonly Word[], rules: CueRules, used: Set<Word>): FusedLine {
  const near = words.filter((word) => {
    const middle = (word.start + word.end) / 2
    return !used.has(word) && middle > line.start - REACH_MS && middle < line.end + REACH_MS
  })
  if (near.length === 0) return { cue: line, origin: 'picture', heard: '' }
  const tokens = tokensOf(line.text, rules.unspaced).map(({ text }) => text)
  const spoken = near.flatMap((word) => tokensOf(word.text, rules.unspaced).map(({ text }) => ({ text, word })))
  const pairs = align(tokens, spoken, (text, other) => (likeness(text, other.text) >= SAME_WORD ? 0 : 1.6))
  const matched: { token: number; word: Word }[] = []
  for (const { a, b } of pairs) {
    const [token, other] = [a === undefined ? undefined : tokens[a], b === undefined ? undefined : spoken[b]]
    if (a === undefined || token === undefined || !other || likeness(token, other.text) < SAME_WORD) continue
    matched.push({ token: a, word: other.word })
    used.add(other.word)
  }
  if (matched.length < AGREED_SHARE * tokens.length) return differing(line, near, rules)
  const [first, last] = [matched[0], matched.at(-1)]
  const start = first && first.token === 0 ? first.word.start : line.start
  const end = last && last.token === tokens.length - 1 ? last.word.end + rules.lingerMs : line.end
  return { cue: { ...line, start, end: Math.max(end, start + 1) }, origin: 'both', heard: '' }
}

function differing(line: Cue, near: readonly Word[], rules: CueRules): FusedLine {
  const own = near.filter((word) => covers(line, word))
  const heard = own.map(({ text }) => text).join(rules.unspaced ? '' : ' ')
  return { cue: line, origin: heard === '' ? 'picture' : 'differs', heard }
}

/** Where one line ends after the next begins, it ends there; what is left without any time keeps a millisecond. */
function apart(lines: readonly FusedLine[]): FusedLine[] {
  const result: FusedLine[] = []
  for (const [index, line] of lines.entries()) {
    const before = result.at(-1)?.cue.end ?? 0
    const start = Math.max(line.cue.start, Math.min(before, line.cue.end - 1))
    const next = lines[index + 1]?.cue.start ?? Infinity
    const end = Math.max(start + 1, Math.min(line.cue.end, Math.max(next, start + 1)))
    result.push({ ...line, cue: { ...line.cue, start, end } })
  }
  return result
}
