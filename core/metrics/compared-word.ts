/** ASCII marks and the ellipsis, as the published tool of SubER has it. */
const MARK = /[!-/:-@[-`{-~…]/g

/** A word of a subtitle without case and marks; a mark that stands alone stays. */
export function comparedWord(word: string): string {
  const lower = word.toLowerCase()
  return lower.replaceAll(MARK, '') || lower
}
