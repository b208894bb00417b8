import type { Cue } from './cue.ts'
import { TAG } from '../text/markup.ts'
import { wordPieces } from '../text/word-pieces.ts'
import type { WordTime } from './word-times.ts'

/** A word of a cue's text with its position and time (ms). */
export interface SpokenWord {
  /** Offsets in the text, without tags around the word. */
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
  /** Its time is estimated by letters. */
  readonly isSpread: boolean
}

const INK = /[\p{L}\p{N}]/u
const OUTER_TAGS = new RegExp(`^(?:${TAG.source})+|(?:${TAG.source})+$`, 'giu')

/**
 * All words of a cue, each until the next begins. Unknown times are spread between known ones by letters. Times are
 * within the cue and increasing.
 */
export function spokenWords(cue: Cue, known: readonly WordTime[] | undefined): SpokenWord[] {
  const { start, end } = cue
  const words = piecesWithInk(cue.text)
  const times = timesOf(words, known ?? [], cue)
  let at = start
  return words.map(({ from, to }, index) => {
    const begin = Math.max(at, Math.min(end, Math.round(times[index]?.start ?? at)))
    const next = Math.max(begin, Math.min(end, Math.round(times[index + 1]?.start ?? end)))
    at = next
    return { from, to, start: begin, end: next, isSpread: times[index]?.isKnown !== true }
  })
}

/** Whether a cue has words, all without known times. */
export function isSpread(words: readonly SpokenWord[]): boolean {
  return words.length > 0 && words.every((word) => word.isSpread)
}

/** The word at a time; undefined outside the cue. */
export function wordAt(words: readonly SpokenWord[], ms: number): SpokenWord | undefined {
  return words.findLast(({ start, end }) => start <= ms && ms < end)
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly letters: number
}

/** Standalone marks belong to no word. */
function piecesWithInk(text: string): Piece[] {
  return wordPieces(text).flatMap(({ text: piece, from }) => {
    const seen = piece.replace(TAG, '')
    if (!INK.test(seen)) return []
    const outer = Array.from(piece.matchAll(OUTER_TAGS))
    const before = outer.find(({ index }) => index === 0)?.[0].length ?? 0
    const after = outer.find(({ index, 0: tags }) => index > 0 && index + tags.length === piece.length)?.[0].length ?? 0
    return [{ from: from + before, to: from + piece.length - after, letters: seen.length }]
  })
}

/** A time per word: known ones unchanged, others spread by letters. */
function timesOf(words: readonly Piece[], known: readonly WordTime[], { start, end }: Cue) {
  let next = 0
  const marks = words.map(({ to }) => {
    let found: number | undefined
    for (; next < known.length && (known[next]?.offset ?? 0) < to; next++) found ??= known[next]?.start
    return found
  })
  let at = 0
  const times: { start: number; isKnown: boolean }[] = []
  while (at < words.length) {
    const after = marks.findIndex((mark, index) => index > at && mark !== undefined)
    const until = after < 0 ? words.length : after
    const first = marks[at]
    const begin = first ?? start
    const finish = marks[after] ?? end
    const letters = words.slice(at, until).reduce((sum, word) => sum + word.letters, 0)
    let passed = 0
    for (let index = at; index < until; index++) {
      times.push({ start: begin + ((finish - begin) * passed) / letters, isKnown: index === at && first !== undefined })
      passed += words[index]?.letters ?? 0
    }
    at = until
  }
  return times
}
