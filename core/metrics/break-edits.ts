import { align } from '../subtitle/text/align.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import { plainText } from '../subtitle/text/markup.ts'
import { editsWithShifts } from './edit-rate.ts'
import type { SubtitleEdits } from './suber.ts'
import { comparedWord } from './compared-word.ts'

interface BrokenWord {
  readonly text: string
  /** What follows the word: nothing, the end of a row, or of a cue. */
  readonly break: '' | 'row' | 'cue'
}

const SENTENCE_END = /[.?!！？。…]["']?$/
const ELLIPSIS_END = /(?:\.\.\.|…)$/

/**
 * Compares row and cue ends regardless of words (TER-br; Karakanta, Negri and Turchi, IWSLT 2020): per sentence of the
 * reference all words count as equal. Words are matched first, so times do not matter.
 */
export function breakEdits(cues: readonly Cue[], reference: readonly Cue[]): SubtitleEdits {
  const sentences = sentencesOf(reference.flatMap(wordsOf))
  const ours = inSentences(cues.flatMap(wordsOf), sentences)
  let [edits, tokens] = [0, 0]
  for (const [at, sentence] of sentences.entries()) {
    const wanted = masked(sentence)
    edits += editsWithShifts(masked(ours[at] ?? []), wanted, rules)
    tokens += wanted.length
  }
  return { edits, tokens }
}

const rules = { isSame: (a: string, b: string): boolean => a === b, mayReplace: (): boolean => true }

const masked = (words: readonly BrokenWord[]): string[] =>
  words.flatMap((word) => (word.break === '' ? ['word'] : ['word', word.break]))

function wordsOf({ text }: Cue): BrokenWord[] {
  const rows = plainText(text)
    .split('\n')
    .map((row) => row.split(/\s+/).filter((word) => word !== ''))
    .filter((row) => row.length > 0)
  return rows.flatMap((row, at) => {
    const end = at === rows.length - 1 ? 'cue' : 'row'
    return row.map((word, place) => ({ text: word, break: place === row.length - 1 ? end : '' }))
  })
}

/** Words of a text by sentence: an end is a mark before a word that is not lower case. */
function sentencesOf(words: readonly BrokenWord[]): BrokenWord[][] {
  const sentences: BrokenWord[][] = []
  let last: BrokenWord | undefined
  for (const word of words) {
    if (!last || endsSentence(last.text, word.text)) sentences.push([])
    sentences.at(-1)?.push(word)
    last = word
  }
  return sentences
}

function endsSentence(word: string, next: string): boolean {
  if (!SENTENCE_END.test(word) || /^\p{Ll}/u.test(next)) return false
  return !(ELLIPSIS_END.test(word) && /^\d/.test(next))
}

/** Our words, each with its counterpart's sentence. */
function inSentences(ours: readonly BrokenWord[], sentences: readonly (readonly BrokenWord[])[]): BrokenWord[][] {
  const theirs = sentences.flatMap((words, sentence) =>
    words.map(({ text }) => ({ text: comparedWord(text), sentence })),
  )
  const mine = ours.map(({ text }) => comparedWord(text))
  const parts: BrokenWord[][] = sentences.map(() => [])
  let sentence = 0
  for (const { a, b } of align(theirs, mine, (word, other) => (word.text === other ? 0 : 1))) {
    if (a !== undefined) sentence = theirs[a]?.sentence ?? sentence
    const word = b === undefined ? undefined : ours[b]
    if (word) parts[sentence]?.push(word)
  }
  return parts
}
