/*
 * Letters as read (grapheme clusters of Unicode annex 29): an emoji family, a flag, a syllable of Hangul or Devanagari, a
 * letter with its marks.
 */
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The letters of a text, one string each. */
export function lettersOf(text: string): string[] {
  return Array.from(letters.segment(text), ({ segment }) => segment)
}

/** The offset nearest to `at` that splits no letter, and leaves neither side empty if there are two letters. */
export function betweenLetters(text: string, at: number): number {
  if (at <= 0) return 0
  if (at >= text.length) return text.length
  // Below the combining marks every code unit is a letter.
  if (text.charCodeAt(at - 1) < 0x300 && text.charCodeAt(at) < 0x300) return at
  const letter = letters.segment(text).containing(at)
  if (!letter || letter.index === at) return at
  const { index } = letter
  const end = index + letter.segment.length
  if (index === 0) return end
  return end === text.length || at - index < end - at ? index : end
}
