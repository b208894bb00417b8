import { lettersOf } from './letters.ts'
import { TAG } from './markup.ts'
import { bestBreaks, breakCosts } from './row-breaks.ts'
import { letterPieces, spacedPieces, type WordPiece, wordPieces } from './word-pieces.ts'

/**
 * Greedy wrap into lines of at most `max` characters, tags not counted, broken between words; a longer word gets a line of
 * its own. `unspaced`: a script without blanks, where a longer word is broken between letters.
 */
export function wrapText(text: string, max: number, unspaced: boolean): string[] {
  if (unspaced) return wrapPieces(text, max, dividedPieces(text, max))
  const even = withEvenBlanks(text)
  return wrapPieces(even, max, spacedPieces(even))
}

const withEvenBlanks = (text: string): string => text.replace(/[^\S\u00a0\u202f]+/g, ' ')

/** How long what is read of a text is. */
const lengthOf = (text: string): number => (/[<{]/.test(text) ? text.replace(TAG, '') : text).trim().length

/** Words, of which those that are longer than a line are divided into letters. */
function dividedPieces(text: string, max: number): WordPiece[] {
  return wordPieces(text).flatMap((word) => (lengthOf(word.text) > max ? lettersAt(word) : [word]))
}

const lettersAt = ({ text, from }: WordPiece): WordPiece[] =>
  letterPieces(text, lettersOf).map((piece) => ({ text: piece.text, from: from + piece.from }))

function wrapPieces(text: string, max: number, pieces: readonly WordPiece[]): string[] {
  const edges: number[] = []
  for (const { text: word, from } of pieces) {
    const begin = edges.at(-1)
    if (begin === undefined || lengthOf(text.slice(begin, from + word.length)) > max) edges.push(from)
  }
  return linesAt(text, edges)
}

const linesAt = (text: string, edges: readonly number[]): string[] =>
  edges.map((from, at) => text.slice(from, edges[at + 1]).trimEnd())

/** Wraps into as few lines as possible, of nearly equal length, broken where one would pause. */
export function balanceText(text: string, max: number, unspaced: boolean): string {
  return (unspaced ? balanceUnspaced(text, max) : balanceSpaced(text, max)).join('\n')
}

function balanceSpaced(uneven: string, max: number): string[] {
  const text = withEvenBlanks(uneven)
  const words = spacedPieces(text)
  const fewest = wrapPieces(text, max, words)
  let best = fewest
  for (let width = max - 1; fewest.length > 1 && width > 0; width--) {
    const lines = wrapPieces(text, width, words)
    if (lines.length > fewest.length || lines.some((line) => lengthOf(line) > max)) break
    best = lines
  }
  return best
}

/** More than rows of any lengths cost: a word is only broken where it has to be. */
const INSIDE_WORD = 3

function balanceUnspaced(text: string, max: number): string[] {
  const words = wordPieces(text)
  const letters = letterPieces(text, lettersOf)
  const fewest = wrapPieces(text, max, letters)
  if (fewest.length < 2) return fewest
  const costs = breakCosts(words)
  const costAt = new Map(words.map(({ from }, at) => [from, costs[at] ?? 0]))
  const measure = (begin: number, end: number): number => lengthOf(text.slice(letters[begin]?.from, letters[end]?.from))
  const breaks = bestBreaks(
    letters.map(({ from }) => costAt.get(from) ?? INSIDE_WORD),
    measure,
    {
      count: fewest.length,
      whole: lengthOf(text),
      max: Math.max(max, ...letters.map((piece) => lengthOf(piece.text))),
    },
  )
  if (!breaks) return fewest
  return linesAt(
    text,
    [0, ...breaks].map((at) => letters[at]?.from ?? 0),
  )
}
