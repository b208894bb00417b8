import { align } from '../subtitle/align.ts'

/** Differences between two texts, word by word. */
export interface WordErrors {
  /** Words of the reference. */
  readonly words: number
  /** Words that are another, missing or too many, in the shortest way from one text to the other. */
  readonly wrong: number
}

/** Words of a text for a comparison: without case and marks; apostrophes stay inside, and digits are words of their own kind. */
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
