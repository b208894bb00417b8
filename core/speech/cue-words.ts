import { align, likeness } from '../subtitle/text/align.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import type { CueWords } from '../subtitle/formats/cue-words.ts'
import type { WordTime } from '../subtitle/cue/word-times.ts'
import { type Token, tokensOf } from './tokens.ts'
import type { Word } from './words.ts'

/** Words with this similarity are equal: text read from the picture may be spelt differently. */
const SAME_WORD = 0.6
/** Words this far from a cue's times may still belong to it, in ms. */
const REACH_MS = 300

/** Word times of cues from recognised words; cues without a match are left out. */
export function wordsOfCues(cues: readonly Cue[], words: readonly Word[], unspaced: boolean): CueWords[] {
  return cues.flatMap((cue) => {
    const near = words.filter((word) => isNear(cue, word))
    const found = near.length > 0 ? matched(tokensOf(cue.text, unspaced), near, unspaced) : []
    const { id: cue_id, start, end, text } = cue
    return found.length > 0 ? [{ cue_id, start, end, text, words: found }] : []
  })
}

function isNear({ start, end }: Cue, word: Word): boolean {
  const middle = (word.start + word.end) / 2
  return middle >= start - REACH_MS && middle < end + REACH_MS
}

function matched(tokens: readonly Token[], words: readonly Word[], unspaced: boolean): WordTime[] {
  const spoken = words.flatMap((word) => timedTokens(word, unspaced))
  const isSame = (a: Token, b: Token): boolean => likeness(a.text, b.text) >= SAME_WORD
  const pairs = align(tokens, spoken, (a, b) => (isSame(a, b) ? 0 : 1.6))
  return pairs.flatMap(({ a, b }) => {
    const [token, said] = [a === undefined ? undefined : tokens[a], b === undefined ? undefined : spoken[b]]
    if (!token || !said || !isSame(token, said)) return []
    return [{ offset: token.offset, start: said.start }]
  })
}

/** Characters of one recognised word share its time evenly. */
function timedTokens({ text, start, end }: Word, unspaced: boolean): (Token & { start: number })[] {
  const tokens = tokensOf(text, unspaced)
  const share = (end - start) / Math.max(1, tokens.length)
  return tokens.map((token, index) => ({ ...token, start: Math.round(start + share * index) }))
}
