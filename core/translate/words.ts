import { wordPieces } from '../subtitle/word-pieces.ts'

/** The words of a text in small letters, without signs. */
export function normalWords(text: string): string[] {
  return wordPieces(text.normalize('NFKC').toLowerCase())
    .map((piece) => piece.text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ''))
    .filter((word) => word !== '')
}

/** How alike two texts are in their letters: 1 the same, 0 nothing in common; blanks, signs and case do not count. */
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
