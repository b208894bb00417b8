/** A piece of a text that is not broken, and where it begins. */
export interface WordPiece {
  readonly text: string
  readonly from: number
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
/** What does not begin a row, and what does not end one. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u
const NOT_LAST = /[\p{Ps}\p{Pi}¿¡]$/u

/** The pieces between which a text may be broken: its words, with the signs that stand at them. */
export function wordPieces(text: string): WordPiece[] {
  const pieces: { text: string; from: number }[] = []
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (!UNSPACED.test(word)) {
      pieces.push({ text: word, from: index })
      continue
    }
    let last: { text: string; from: number } | undefined
    for (const { segment, index: at } of segmenter.segment(word)) {
      if (last && (NOT_FIRST.test(segment) || NOT_LAST.test(last.text))) last.text += segment
      else {
        last = { text: segment, from: index + at }
        pieces.push(last)
      }
    }
  }
  return pieces
}

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
