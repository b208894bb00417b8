import { balanceText } from './balance.ts'
import { type LetterFace, letterWidth } from './letter-widths.ts'
import { lettersOf } from './letters.ts'
import { TAG } from './markup.ts'
import { isUnspaced, spacedPieces } from './word-pieces.ts'

/** Available space for rows. */
export interface RowRoom {
  /** Pixels between the margins. */
  readonly width: number
  /** Height of a row in pixels. */
  readonly size: number
  readonly face: LetterFace
}

/** Rows that fit, and their height: smaller than requested if a word would not fit. */
export interface FittedRows {
  readonly text: string
  readonly size: number
}

/** Width of a full-width letter, as a share of the row height. */
const FULL_WIDTH = 0.7
/** Characters per Chinese or Japanese row: broadcasters' guides ask for 16 to 20. */
const MOST_SIGNS = 20
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Least scale of letters: a wider word is broken. */
const LEAST_SHARE = 0.7

/**
 * Rows that fit between the margins. libass breaks rows at spaces only: scripts without them and long words would
 * overflow.
 */
export function fittedRows(text: string, room: RowRoom): FittedRows {
  const widest = Math.max(0, ...text.split('\n').filter(hasBlanks).flatMap(wordsOf).map(widthIn(room.face)))
  const share = room.width / Math.max(1, widest * room.size)
  const size = share >= 1 ? room.size : Math.max(1, Math.floor(room.size * share))
  if (share >= LEAST_SHARE) return { text: withRows(text, { ...room, size }), size }
  return { text: withRows(withBrokenWords(text, room), room), size: room.size }
}

const hasBlanks = (row: string): boolean => !isUnspaced(row)
const wordsOf = (row: string): string[] => spacedPieces(row).map((piece) => piece.text)

function widthIn(face: LetterFace): (word: string) => number {
  return (word) => lettersOf(word.replace(TAG, '')).reduce((sum, letter) => sum + letterWidth(letter, face), 0)
}

function withRows(text: string, { width, size }: RowRoom): string {
  const fitting = Math.max(1, Math.floor(width / (size * FULL_WIDTH)))
  return text
    .split('\n')
    .map((row) =>
      hasBlanks(row)
        ? row
        : balanceText(row, SIGNS.test(row) ? Math.min(MOST_SIGNS, fitting) : fitting, true, 'fullWidths'),
    )
    .join('\n')
}

/** The text with overlong words split, each part on a row. */
function withBrokenWords(text: string, room: RowRoom): string {
  return text
    .split('\n')
    .map((row) => {
      if (!hasBlanks(row)) return row
      let broken = ''
      let from = 0
      for (const piece of spacedPieces(row)) {
        broken += row.slice(from, piece.from) + brokenWord(piece.text, room)
        from = piece.from + piece.text.length
      }
      return broken + row.slice(from)
    })
    .join('\n')
}

/** Characters after which an address may be broken. */
const JOINT = /[/\-_.@?&=+]$/

/** A word in the fewest parts of nearly equal width; tags are never broken. */
function brokenWord(word: string, { width, size, face }: RowRoom): string {
  const most = width / size
  const whole = widthIn(face)(word)
  if (whole <= most) return word
  const aim = whole / Math.ceil(whole / most)
  let [rows, part, reach] = ['', '', 0]
  for (const letter of unitsOf(word)) {
    const next = letter.startsWith('<') || letter.startsWith('{') ? 0 : letterWidth(letter, face)
    if (reach + next > most || reach >= aim || (reach > aim * 0.75 && JOINT.test(part))) {
      rows += `${part}\n`
      part = ''
      reach = 0
    }
    part += letter
    reach += next
  }
  return rows + part
}

/** Letters and whole tags. */
function unitsOf(word: string): string[] {
  const units: string[] = []
  let from = 0
  for (const match of word.matchAll(TAG)) {
    units.push(...lettersOf(word.slice(from, match.index)), match[0])
    from = match.index + match[0].length
  }
  return [...units, ...lettersOf(word.slice(from))]
}
