import { greatestOf } from '../../domain/lists.ts'
import { lettersOf } from './letters.ts'
import { bestBreaks, breakCosts, measured } from './row-breaks.ts'
import { textStatistics } from './statistics.ts'
import { letterPieces, spacedPieces, type WordPiece, wordPieces } from './word-pieces.ts'

/** Unit of a row's length: letters, or full widths with other letters half. Tags do not count. */
export type RowCounting = 'characters' | 'fullWidths'

/**
 * Greedy wrap into lines of at most `max` characters at word boundaries; a longer word gets a line. `unspaced`: a script
 * without spaces, where a longer word is broken.
 */
export function wrapText(text: string, max: number, unspaced: boolean): string[] {
  const even = withEvenBlanks(text)
  if (unspaced) return wrapPieces(even, max, dividedPieces(even, max))
  return wrapPieces(even, max, spacedPieces(even))
}

const withEvenBlanks = (text: string): string => text.replace(/[ \t\n]+/g, ' ')

/** Without the breaking spaces around it; non-breaking ones belong to its words. */
const withoutOuterBlanks = (text: string): string => text.replace(/^[ \t\n]+|[ \t\n]+$/g, '')

function rowLength(text: string, counting: RowCounting = 'characters'): number {
  return textStatistics(withoutOuterBlanks(text))[counting]
}

/** Words, with longer ones than a line split into letters. */
function dividedPieces(text: string, max: number): WordPiece[] {
  return wordPieces(text).flatMap((word) => (rowLength(word.text) > max ? lettersAt(word) : [word]))
}

const lettersAt = ({ text, from }: WordPiece): WordPiece[] =>
  letterPieces(text, lettersOf).map((piece) => ({ text: piece.text, from: from + piece.from }))

function wrapPieces(text: string, max: number, pieces: readonly WordPiece[], counting?: RowCounting): string[] {
  const edges: number[] = []
  for (const { text: word, from } of pieces) {
    const begin = edges.at(-1)
    if (begin === undefined || rowLength(text.slice(begin, from + word.length), counting) > max) edges.push(from)
  }
  return linesAt(text, edges)
}

const linesAt = (text: string, edges: readonly number[]): string[] =>
  edges.map((from, at) => withoutOuterBlanks(text.slice(from, edges[at + 1])))

/** Wraps into the fewest lines of nearly equal length, broken at natural pauses. */
export function balanceText(text: string, max: number, unspaced: boolean, counting?: RowCounting): string {
  const even = withEvenBlanks(text)
  return (unspaced ? balanceUnspaced(even, max, counting) : balanceSpaced(even, max)).join('\n')
}

/** Texts of more rows are no subtitles, and are only wrapped. */
const MOST_ROWS = 8

function balanceSpaced(text: string, max: number): string[] {
  const words = spacedPieces(text)
  const fewest = wrapPieces(text, max, words)
  if (fewest.length < 2 || fewest.length > MOST_ROWS) return fewest
  const breaks = bestBreaks(breakCosts(words), measured(text, words, rowLength), {
    count: fewest.length,
    whole: rowLength(text),
    max: Math.max(max, greatestOf(words.map((word) => rowLength(word.text)))),
  })
  if (!breaks) return fewest
  return linesAt(
    text,
    [0, ...breaks].map((at) => words[at]?.from ?? 0),
  )
}

/** Higher than any cost of uneven rows: a word is only broken if necessary. */
const INSIDE_WORD = 3

function balanceUnspaced(text: string, max: number, counting?: RowCounting): string[] {
  const words = wordPieces(text)
  const letters = letterPieces(text, lettersOf)
  const fewest = wrapPieces(text, max, letters, counting)
  if (fewest.length < 2) return fewest
  const costs = breakCosts(words)
  const costAt = new Map(words.map(({ from }, at) => [from, costs[at] ?? 0]))
  const lengthOf = (piece: string): number => rowLength(piece, counting)
  const breaks = bestBreaks(
    letters.map(({ from }) => costAt.get(from) ?? INSIDE_WORD),
    measured(text, letters, lengthOf),
    {
      count: fewest.length,
      whole: lengthOf(text),
      max: Math.max(max, greatestOf(letters.map((piece) => lengthOf(piece.text)))),
    },
  )
  if (!breaks) return fewest
  return linesAt(
    text,
    [0, ...breaks].map((at) => letters[at]?.from ?? 0),
  )
}

/** Rows joined; in a script without spaces foreign words and numbers at a break stay separate. */
export function joinRows(text: string, unspaced: boolean): string {
  if (!unspaced) return text.replace(/\s*\n\s*/g, ' ')
  return text.replace(/\s*\n\s*/g, (blank, at: number) =>
    isForeign(text.charAt(at - 1)) && isForeign(text.charAt(at + blank.length)) ? ' ' : '',
  )
}

const isForeign = (letter: string): boolean => /[\p{Script=Latin}\p{N}]/u.test(letter)
