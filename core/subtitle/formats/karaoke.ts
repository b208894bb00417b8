import type { Cue } from '../cue/cue.ts'
import { textTokens } from '../text/text-tokens.ts'
import type { WordTime } from '../cue/word-times.ts'

/** Placeholder for a word's start: a noncharacter, which no text has. */
const MARK = '\ufdd0'

/** Words of a cue from its first letter on, inside it and increasing. */
function standing({ start, end, text }: Cue, words: readonly WordTime[]): WordTime[] {
  const kept: WordTime[] = []
  for (const word of words) {
    const last = kept.at(-1)
    const isLater = !last || (word.start > last.start && word.offset > last.offset)
    if (isLater && word.start >= start && word.start < end && word.offset < text.length) kept.push(word)
  }
  return kept
}

/** A cue's text with something written at the start of each word; undefined without words to mark. */
export function writeWithWords(
  cue: Cue,
  words: readonly WordTime[] | undefined,
  write: (cue: Cue) => string,
  at: (word: WordTime, next: WordTime | undefined, index: number) => string,
): string | undefined {
  const marks = standing(cue, words ?? [])
  if (marks.length === 0 || cue.text.includes(MARK)) return undefined
  let text = ''
  let from = 0
  for (const { offset } of marks) {
    text += cue.text.slice(from, offset) + MARK
    from = offset
  }
  let index = 0
  return write({ ...cue, text: text + cue.text.slice(from) }).replaceAll(MARK, () => {
    const word = marks[index]
    return word ? at(word, marks[++index], index - 1) : ''
  })
}

/**
 * A cue's text in SubStation with `\k` before each word; hundredths count from the start, against accumulated rounding.
 */
export function writeKaraoke(
  cue: Cue,
  words: readonly WordTime[] | undefined,
  write: (cue: Cue) => string,
): string | undefined {
  const hundredths = (ms: number): number => Math.round(ms / 10) - Math.round(cue.start / 10)
  const first = textTokens(cue.text)[0]?.from ?? 0
  // Text before the first known word counts from the start.
  const isBefore = words?.[0] !== undefined && first < words[0].offset && words[0].start > cue.start
  const all = isBefore ? [{ offset: first, start: cue.start }, ...words] : words
  return writeWithWords(cue, all, write, (word, next, index) => {
    const start = hundredths(word.start)
    // A pause before the first word.
    const lead = index === 0 && start > 0 ? `{\\k${start}}` : ''
    return `${lead}{\\k${hundredths(next?.start ?? cue.end) - start}}`
  })
}

const BLOCK = /\{[^{}]*\}/g
const SYLLABLE = /\\(k[fot]?|K)(\d+(?:\.\d+)?)/g

/** Word times by `\k` of a SubStation text; syllables within a word are ignored. */
export function karaokeWords(text: string, start: number): WordTime[] {
  if (!/\\[kK]/.test(text)) return []
  const words: WordTime[] = []
  let [sung, read, isInWord] = [0, 0, false]
  for (const block of text.matchAll(BLOCK)) {
    let [from, hasTime] = [sung, false]
    if (block.index > read) isInWord = /[\p{L}\p{N}]$/u.test(text.slice(Math.max(read, block.index - 2), block.index))
    for (const [, name, length] of block[0].matchAll(SYLLABLE)) {
      if (name === 'kt') sung = Number(length)
      from = sung
      if (name !== 'kt') sung += Number(length)
      hasTime = true
    }
    const offset = block.index + block[0].length
    const isRest = !/^(?!\{)(?:[\p{L}\p{N}\p{P}]|<[a-z])/u.test(text.slice(offset, offset + 2))
    read = offset
    if (hasTime && !isInWord && !isRest) words.push({ offset, start: Math.round(start + from * 10) })
  }
  return words
}
