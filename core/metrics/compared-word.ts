/** ASCII marks and the ellipsis, as in SubER's published tool. */
const MARK = /[!-/:-@[-`{-~…]/g

/** A word without case and marks; a standalone mark stays. */
export function comparedWord(word: string): string {
  const lower = word.toLowerCase()
  return lower.replaceAll(MARK, '') || lower
}
