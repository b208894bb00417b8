import { align } from '../subtitle/text/align.ts'

/** Differences between two texts, word by word. */
export interface WordErrors {
  /** Words of the reference. */
  readonly words: number
  /** Replaced, missing or additional words, in the shortest edit. */
  readonly wrong: number
}

/** Words of a text for comparison: without case and marks; apostrophes stay, and digits are separate words. */
export function comparedWords(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
  return plain.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu) ?? []
}

/** Word errors of a text against a reference; `wrong / words` is the word error rate (WER). */
export function wordErrors(reference: string, text: string): WordErrors {
  const [wanted, got] = [comparedWords(reference), comparedWords(text)]
  const pairs = align(wanted, got, (word, other) => (word === other ? 0 : 1))
  const isRight = ({ a, b }: (typeof pairs)[number]): boolean =>
    a !== undefined && b !== undefined && wanted[a] === got[b]
  return { words: wanted.length, wrong: pairs.filter((pair) => !isRight(pair)).length }
}
