import type { Cue } from '../subtitle/cue/cue.ts'
import { plainText } from '../subtitle/text/markup.ts'
import { comparedWord } from './compared-word.ts'
import { editsWithShifts } from './edit-rate.ts'

/** Edits from subtitles to a reference, and the reference's tokens: words, ends of rows and of cues. */
export interface SubtitleEdits {
  readonly edits: number
  readonly tokens: number
}

interface Token {
  readonly text: string
  readonly isBreak: boolean
  readonly start: number
  readonly end: number
}

const ROW_END = '<eol>'
const CUE_END = '<eob>'

/**
 * The subtitle edit rate (SubER; Wilken, Georgakopoulou and Matusov, IWSLT 2022). Words and breaks match where cues
 * overlap in time, ignoring case and marks. `edits / tokens` below 0.2 is very good. Cues are in time order.
 */
export function subtitleEdits(cues: readonly Cue[], reference: readonly Cue[]): SubtitleEdits {
  let [edits, tokens] = [0, 0]
  for (const part of independentParts(cues, reference)) {
    const wanted = part.reference.flatMap(tokensOf)
    edits += editsWithShifts(part.cues.flatMap(tokensOf), wanted, rules)
    tokens += wanted.length
  }
  return { edits, tokens }
}

const mayReplace = (a: Token, b: Token): boolean => a.isBreak === b.isBreak && a.start < b.end === b.start < a.end

const rules = { isSame: (a: Token, b: Token): boolean => a.text === b.text && mayReplace(a, b), mayReplace }

function tokensOf({ start, end, text }: Cue): Token[] {
  const rows = plainText(text).split('\n')
  return rows
    .map((row) => row.split(/\s+/).filter((word) => word !== ''))
    .filter((words) => words.length > 0)
    .flatMap((words, at, all) => {
      const isLast = at === all.length - 1
      const token = (word: string, isBreak: boolean): Token => ({ text: word, isBreak, start, end })
      return [...words.map((word) => token(comparedWord(word), false)), token(isLast ? CUE_END : ROW_END, true)]
    })
}

interface Part {
  readonly cues: readonly Cue[]
  readonly reference: readonly Cue[]
}

/** Both, divided where neither has a cue: nothing matches across. */
function independentParts(cues: readonly Cue[], reference: readonly Cue[]): Part[] {
  const ours = cues.map((cue) => ({ cue, isOurs: true }))
  const theirs = reference.map((cue) => ({ cue, isOurs: false }))
  const parts: { cues: Cue[]; reference: Cue[] }[] = []
  let until = -Infinity
  for (const { cue, isOurs } of [...theirs, ...ours].toSorted((a, b) => a.cue.start - b.cue.start)) {
    if (cue.start >= until) parts.push({ cues: [], reference: [] })
    const part = parts.at(-1)
    if (isOurs) part?.cues.push(cue)
    else part?.reference.push(cue)
    until = Math.max(until, cue.end)
  }
  return parts
}
