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
  // The distance to each beginning of the text, for one more word of the reference at a time.
  let row = Array.from({ length: got.length + 1 }, (_, at) => at)
  for (const [at, word] of wanted.entries()) {
    const next = [at + 1]
    for (const [index, other] of got.entries()) {
      const same = (row[index] ?? 0) + (word === other ? 0 : 1)
      next.push(Math.min(same, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return { words: wanted.length, wrong: row.at(-1) ?? 0 }
}
