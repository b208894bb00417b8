import { align, likeness } from '../subtitle/text/align.ts'
import type { Cue, NewId } from '../subtitle/cue/cue.ts'
import type { TimeRange } from '../timing/time-range.ts'
import { type CueRules, wordsToCues } from './cues.ts'
import { tokensOf } from './tokens.ts'
import type { Word } from './words.ts'

/** A line from picture and speech. */
export interface FusedLine {
  readonly cue: Cue
  /** `both`: they agree; `picture`, `speech`: only one has it; `differs`: their texts differ. */
  readonly origin: 'both' | 'picture' | 'speech' | 'differs'
  /** The recognised text if it differs; otherwise empty. */
  readonly heard: string
}

/** Words this far from a line's time may still belong to it, in milliseconds: subtitles may come late or stay. */
const REACH_MS = 700
/** The least share of a line's words that must match the speech, and the similarity of matching words. */
const AGREED_SHARE = 0.5
const SAME_WORD = 0.6
/** Speech only fills gaps longer than this, in milliseconds, with at least this many words of this confidence. */
const LEAST_GAP_MS = 500
const SURE_WORDS = 2
const SURE = 0.5

/**
 * Fuses picture and speech: lines of the picture keep their words and exact times, and speech fills gaps with sure
 * words and room for a cue. Without lines it is all speech. In order, without overlaps.
 */
export function fuseLines(lines: readonly Cue[], words: readonly Word[], rules: CueRules, newId: NewId): FusedLine[] {
  const read = [...lines].sort((a, b) => a.start - b.start)
  if (read.length === 0) return wordsToCues(words, rules, newId).map(heardLine)
  const used = new Set<Word>()
  const seen = read.map((line) => fuseLine(line, words, rules, used))
  const unread = words.filter((word) => !used.has(word))
  const heard = gapsBetween(read).flatMap((gap) => linesInGap(gap, unread, rules, newId))
  return [...seen, ...heard].sort((a, b) => a.cue.start - b.cue.start)
}

const heardLine = (cue: Cue): FusedLine => ({ cue, origin: 'speech', heard: '' })

/** Ranges before, between and after lines that are long enough for speech. */
function gapsBetween(lines: readonly Cue[]): TimeRange[] {
  const gaps: TimeRange[] = []
  let start = -Infinity
  for (const line of lines) {
    if (line.start - start > LEAST_GAP_MS) gaps.push({ start, end: line.start })
    start = Math.max(start, line.end)
  }
  return [...gaps, { start, end: Infinity }]
}

/** Recognised lines in a gap, cut to it, without parts of words of neighbouring lines. */
function linesInGap(gap: TimeRange, words: readonly Word[], rules: CueRules, newId: NewId): FusedLine[] {
  const own = words.filter(({ start, end }) => (start + end) / 2 >= gap.start && (start + end) / 2 < gap.end)
  return wordsToCues(own, rules, newId).flatMap((cue, index, all) => {
    const sure = own.filter((word) => covers(cue, word) && (word.confidence ?? 1) >= SURE)
    const next = Math.min(gap.end, all[index + 1]?.start ?? Infinity)
    const start = Math.max(cue.start, gap.start)
    const end = Math.min(next, Math.max(cue.end, start + rules.minDurationMs))
    return sure.length >= SURE_WORDS && end - start >= rules.minDurationMs ? [heardLine({ ...cue, start, end })] : []
  })
}

function covers({ start, end }: TimeRange, word: Word): boolean {
  return (Math.min(end, word.end) - Math.max(start, word.start)) * 2 > word.end - word.start
}

/** Combines a line of the picture with the speech; adds its words to `used`. */
function fuseLine(line: Cue, words: readonly Word[], rules: CueRules, used: Set<Word>): FusedLine {
  const near = words.filter((word) => {
    const middle = (word.start + word.end) / 2
    return !used.has(word) && middle > line.start - REACH_MS && middle < line.end + REACH_MS
  })
  if (near.length === 0) return { cue: line, origin: 'picture', heard: '' }
  const tokens = tokensOf(line.text, rules.unspaced).map(({ text }) => text)
  const spoken = near.flatMap((word) => tokensOf(word.text, rules.unspaced).map(({ text }) => ({ text, word })))
  const pairs = align(tokens, spoken, (text, other) => (likeness(text, other.text) >= SAME_WORD ? 0 : 1.6))
  let matched = 0
  for (const { a, b } of pairs) {
    const [token, other] = [a === undefined ? undefined : tokens[a], b === undefined ? undefined : spoken[b]]
    if (token === undefined || !other || likeness(token, other.text) < SAME_WORD) continue
    matched++
    used.add(other.word)
  }
  if (matched >= AGREED_SHARE * tokens.length) return { cue: line, origin: 'both', heard: '' }
  return differing(line, near, rules)
}

function differing(line: Cue, near: readonly Word[], rules: CueRules): FusedLine {
  const own = near.filter((word) => covers(line, word))
  const heard = own.map(({ text }) => text).join(rules.unspaced ? '' : ' ')
  return { cue: line, origin: heard === '' ? 'picture' : 'differs', heard }
}
