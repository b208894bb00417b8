import type { Cue } from '../subtitle/cue/cue.ts'
import { CLOSING, GOES_ON, SAID, sentenceRanges } from '../subtitle/text/sentence-ranges.ts'
import { closeMark, openMark, PART_MARK } from './marks.ts'
import type { CuePassages, Passage } from './passages.ts'
import type { TextStyle } from '../subtitle/text/styled.ts'

/** A sentence's part in one cue. */
export interface SentencePart {
  /** Index of the cue, and of the passage in it. */
  readonly cue: number
  readonly passage: number
  /** Without continuation dots. */
  readonly text: string
  /** Those dots. */
  readonly before: string
  readonly after: string
  /** Style of everything unmarked. */
  readonly base: TextStyle
}

/** A translation unit: a sentence, possibly over several cues. */
export interface Sentence {
  readonly parts: readonly SentencePart[]
  /** With marks at parts and around styles. */
  readonly marked: string
  /** Styles of its marks, from mark 1. */
  readonly styles: readonly TextStyle[]
  /** Text of each marked stretch. */
  readonly styled: readonly string[]
}

/** Longer pauses end a sentence, whatever its last letter. */
const LONGEST_PAUSE_MS = 3000
/** Most cues of one sentence. */
export const MOST_PARTS = 6
const MOST_CHARACTERS = 500
/** Below this share of cues with sentence ends, boundaries are unknown. */
const LEAST_PUNCTUATED = 0.3

const ENDED = new RegExp(String.raw`[.!?…。！？؟۔।:;；：]${CLOSING}$`, 'u')
const BROKEN_OFF = /(?:--|[—–])["'”’»]*$/u
const TRAILING = new RegExp(String.raw`(?:\.{2,}|…)${CLOSING}$`, 'u')
/** A sound or sign in brackets, a line of symbols only. */
const APART = /^(?:\[[^\]]*\]|\([^)]*\)|（[^）]*）|【[^】]*】|[^\p{L}\p{N}]*)$/u
const SHOUTED = /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u

/** Sentences of all cues with speech, in order. */
export function sentencesOf(cues: readonly Cue[], taken: readonly CuePassages[]): Sentence[] {
  const passages = taken.flatMap(({ passages }) => passages)
  const ended = passages.filter(({ text }) => ENDED.test(text)).length
  const mayChain = ended >= LEAST_PUNCTUATED * passages.length
  const capitals = capitalsIn(passages)
  const sentences: Sentence[] = []
  let open: Piece[] = []
  const close = (): void => {
    if (open.length > 0) sentences.push(sentenceOf(open))
    open = []
  }
  taken.forEach((one, cue) => {
    one.passages.forEach((passage, index) => {
      if (open.length > 0 && !(mayChain && index === 0 && goesOn(open, { cues, taken, cue, passage, capitals })))
        close()
      if (!SAID.test(passage.text)) return
      const ranges = sentenceRanges(passage.text)
      ranges.forEach((range, at) => {
        open.push({ cue, index, passage, ...range })
        if (at < ranges.length - 1) close()
      })
    })
  })
  close()
  return sentences
}

interface Piece {
  readonly cue: number
  readonly index: number
  readonly passage: Passage
  readonly from: number
  readonly to: number
}

interface Next {
  readonly cues: readonly Cue[]
  readonly taken: readonly CuePassages[]
  readonly cue: number
  readonly passage: Passage
  readonly capitals: ReadonlySet<string>
}

const FIRST_WORD = /^["'“‘«]*([\p{L}\p{M}]+)/u

/** Words with a capital inside a sentence: names, German nouns, `I`. */
function capitalsIn(passages: readonly Passage[]): Set<string> {
  const inside = /(?<=[\p{Ll},]\s)\p{Lu}[\p{L}\p{M}]*/gu
  return new Set(passages.flatMap(({ text }) => text.match(inside) ?? []))
}

/**
 * Whether a line may continue a sentence despite its capital, as in verses and titles. An `I` needs a small word or a
 * comma before it.
 */
function mayBeInside(said: string, { text }: Passage, capitals: ReadonlySet<string>): boolean {
  const [, word = ''] = FIRST_WORD.exec(text) ?? []
  if (!/^\p{Lu}/u.test(word)) return true
  return capitals.has(word) && (word.length > 1 || /(?:,|(?<!\p{L})\p{Ll}{1,4})$/u.test(said))
}

/** Whether the open sentence continues in the next cue. */
function goesOn(open: readonly Piece[], { cues, taken, cue, passage, capitals }: Next): boolean {
  const last = open.at(-1)
  const [before, after] = [last && cues[last.cue], cues[cue]]
  if (!last || !before || !after || last.cue !== cue - 1) return false
  if (last.index !== (taken[last.cue]?.passages.length ?? 0) - 1) return false
  const said = last.passage.text.slice(last.from, last.to)
  if (passage.before !== '' || last.passage.after !== '' || last.passage.before.includes('♪')) return false
  if (APART.test(said) || APART.test(passage.text)) return false
  if (SHOUTED.test(said) !== SHOUTED.test(passage.text) && said.length > 3 && passage.text.length > 3) return false
  const pause = after.start - before.end
  if (pause > LONGEST_PAUSE_MS || after.start < before.start || pause < -500) return false
  if (before.roles.join() !== after.roles.join()) return false
  const length = open.reduce((sum, piece) => sum + piece.to - piece.from, 0)
  if (open.length >= MOST_PARTS || length + passage.text.length > MOST_CHARACTERS) return false
  if (TRAILING.test(said) || BROKEN_OFF.test(said)) return GOES_ON.test(passage.text)
  return !ENDED.test(said) && mayBeInside(said, passage, capitals)
}

const DOTS_BEFORE = /^["'“‘«]*(?:\.{2,}|…)\s*/u

/** A part without continuation dots: they would be in the middle of the sentence. */
function trimmed(piece: Piece, isFirst: boolean, isLast: boolean): Piece & { before: string; after: string } {
  const { passage, from, to } = piece
  const text = passage.text.slice(from, to)
  const before = isFirst ? '' : (DOTS_BEFORE.exec(text)?.[0] ?? '')
  const after = isLast ? '' : (TRAILING.exec(text.slice(before.length))?.[0] ?? '')
  return { ...piece, from: from + before.length, to: to - after.length, before: before.trim(), after }
}

function sentenceOf(open: readonly Piece[]): Sentence {
  const pieces = open.map((piece, at) => trimmed(piece, at === 0, at === open.length - 1))
  const styles: TextStyle[] = []
  const styled: string[] = []
  const marked = pieces.map(({ passage, from, to }) => {
    let text = ''
    let at = from
    for (const stretch of passage.stretches) {
      const [begin, end] = [Math.max(from, stretch.from), Math.min(to, stretch.to)]
      if (begin >= end || (begin === from && end === to)) continue
      styles.push(stretch.style)
      styled.push(passage.text.slice(begin, end).trim())
      const number = styles.length
      text += passage.text.slice(at, begin) + openMark(number) + passage.text.slice(begin, end) + closeMark(number)
      at = end
    }
    return (text + passage.text.slice(at, to)).trim()
  })
  const parts = pieces.map(({ cue, index, passage, from, to, before, after }) => ({
    cue,
    passage: index,
    text: passage.text.slice(from, to).trim(),
    before,
    after,
    base: passage.stretches.find((stretch) => stretch.from <= from && stretch.to >= to)?.style ?? passage.base,
  }))
  return { parts, marked: marked.join(` ${PART_MARK} `), styles, styled }
}
