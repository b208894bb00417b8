import type { TranslationFlag } from '../domain/task.ts'
import type { Doubts } from './doubts.ts'
import { type GlossaryTerm, missingTerms } from './glossary.ts'
import { readMarks, type StyleSpan } from './marks.ts'
import { isSound } from './plain-english.ts'
import type { Sentence } from './sentences.ts'
import { isEcho, looseSigns, missingNames, missingNumbers, numbersOf, type Pair } from './verify.ts'

/** Why a cue needs review, with the place. */
export interface FoundFlag {
  readonly flag: TranslationFlag
  readonly note: string
}

export interface FlagChecks extends Pair {
  readonly names: ReadonlySet<string>
  readonly glossary: readonly GlossaryTerm[]
}

/** Input of a check: a part of a sentence and its translation. */
interface Asked {
  readonly sentence: Sentence
  readonly part: number
  /** The whole sentence's translation, perhaps with marks; null without one. */
  readonly text: string | null
  readonly doubts: Doubts | undefined
  /** The part's text in its cue. */
  readonly said: string
}

/** A sentence without marks. */
export const sourceOf = ({ parts }: Sentence): string => parts.map(({ text }) => text).join(' ')

/** All flags of a part's translation. Something missing in the sentence counts for the part that had it. */
export function flagsOf({ sentence, part, text, doubts, said }: Asked, checks: FlagChecks): FoundFlag[] {
  if (text === null) return [{ flag: 'not_translated', note: '' }]
  const source = sourceOf(sentence)
  const own = sentence.parts[part]?.text ?? ''
  const { text: target, isWhole } = readMarks(text, sentence.styles.length)
  const found: FoundFlag[] = []
  const add = (flag: TranslationFlag, missing: readonly string[]): void => {
    if (missing.length > 0) found.push({ flag, note: missing.join(', ') })
  }
  const isHere = (word: string): boolean => own.toLowerCase().includes(word.toLowerCase())
  const numbers = numbersOf(own)
  add(
    'not_translated',
    (doubts?.unknown ?? []).filter((word) => hasWord(said, word) && !isKept(word, source, checks)),
  )
  if (isEcho(source, target)) found.push({ flag: 'unchanged', note: '' })
  add(
    'words_lost',
    (doubts?.lost ?? []).filter((place) => isPlaceIn(place, said) || isHere(place) || sentence.parts.length === 1),
  )
  add('number_differs', [
    ...missingNumbers(source, target, checks.to).filter((number) => numbers.includes(number)),
    ...looseSigns(own, target),
  ])
  const terms = missingTerms(source, target, checks.glossary).filter(({ from }) => isHere(from))
  add(
    'term_differs',
    terms.map(({ from, to }) => `${from} = ${to}`),
  )
  add('name_differs', missingNames(source, target, checks.names, checks).filter(isHere))
  const isStyled = isWhole || foundSpans(sentence, target).length === sentence.styles.length
  if (!isStyled) add('style_lost', sentence.styled.filter(isHere))
  return found
}

const wordsIn = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*/gu) ?? []

const hasWord = (text: string, word: string): boolean => wordsIn(text).includes(word.toLowerCase())

/** Whether a place, `a … b`, is in a part's text: its first word is. */
const isPlaceIn = (place: string, said: string): boolean => hasWord(said, wordsIn(place)[0] ?? '')

/** Language-independent words: names, and sounds. A name has a capital inside a sentence. */
function isKept(word: string, source: string, { names }: FlagChecks): boolean {
  if (isSound(word) || names.has(word)) return true
  if (!/^\p{Lu}(?:\p{Ll}|$)/u.test(word)) return false
  const at = source.indexOf(word)
  return at > 0 && /[\p{L}\p{N},;]["'”’»)]*\s+["'“‘«(]*$/u.test(source.slice(0, at))
}

/** For engines without marks: styled words that are unchanged in the translation, such as names. */
export function foundSpans({ styled }: Sentence, text: string): StyleSpan[] {
  const lower = text.toLowerCase()
  return styled.flatMap((words, at) => {
    const from = words === '' ? -1 : lower.indexOf(words.toLowerCase())
    return from < 0 || lower.length !== text.length ? [] : [{ from, to: from + words.length, style: at + 1 }]
  })
}
