import { wordPieces } from '../subtitle/text/word-pieces.ts'

/** A text's words in lower case, without marks. */
export function normalWords(text: string): string[] {
  return wordPieces(text.normalize('NFKC').toLowerCase())
    .map((piece) => piece.text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ''))
    .filter((word) => word !== '')
}

/** Similarity of two texts' letters: 1 equal, 0 nothing in common; ignores spaces, marks and case. */
export function likeness(a: string, b: string): number {
  const [x, y] = [normalWords(a).join(' '), normalWords(b).join(' ')]
  if (x === y) return 1
  const [pairs, others] = [pairsOf(x), pairsOf(y)]
  if (pairs.length + others.length === 0) return 0
  const left = new Map<string, number>()
  for (const pair of others) left.set(pair, (left.get(pair) ?? 0) + 1)
  let same = 0
  for (const pair of pairs) {
    const count = left.get(pair) ?? 0
    if (count > 0) same++
    left.set(pair, count - 1)
  }
  return (2 * same) / (pairs.length + others.length)
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))
}
