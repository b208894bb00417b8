/*
 * Letters as readers know them (grapheme clusters of Unicode annex 29): an emoji family, a flag, a syllable of Hangul or
 * Devanagari, a letter with its marks are one each, however many code units they take.
 */
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })
const words = new Intl.Segmenter('und', { granularity: 'word' })

/** The letters of a text, one string each. */
export function lettersOf(text: string): string[] {
  return Array.from(letters.segment(text), ({ segment }) => segment)
}

/** The offset nearest to `at` that halves no letter, and leaves neither side empty where there are two letters. */
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

/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** What may not begin a line (closing punctuation, small kana, marks of length and repetition), and what may not end one. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u
const NOT_LAST = /[\p{Ps}\p{Pi}]$/u

/**
 * The offset between two words that is nearest to `target`, in a text with letters of a script that puts no blanks between
 * them; undefined in any other, and where there is but one word.
 */
export function betweenWords(text: string, target: number): number | undefined {
  if (!UNSPACED.test(text)) return undefined
  let best: number | undefined
  let before = ''
  for (const { index, segment } of words.segment(text)) {
    const isBreak = index > 0 && !NOT_FIRST.test(segment) && !NOT_LAST.test(before)
    if (isBreak) {
      if (best !== undefined && Math.abs(index - target) >= Math.abs(best - target)) return best
      best = index
    }
    before = segment
  }
  return best
}
