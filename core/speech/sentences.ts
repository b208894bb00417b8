/** A line of a dub, as far as its sentence depends on it; times in milliseconds. */
export interface SentencePart {
  readonly speaker: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** After a longer pause a listener expects no continuation of a sentence. */
const LONGEST_PAUSE_MS = 700
const MOST_PARTS = 6
const MOST_CHARACTERS = 400

const ENDS = /[.!?…。！？؟।][\s"'”’»」』)）\]]*$/u
const GOES_ON = /[,;:，、；：،–—-][\s"'”’»」』]*$/u

/**
 * Groups lines into sentences: the same speaker continues soon, after a comma or in lower case, without a sentence end.
 * Every line is in one group, in order.
 */
export function sentencesOf<Line extends SentencePart>(lines: readonly Line[]): Line[][] {
  const sentences: Line[][] = []
  for (const line of lines) {
    const last = sentences.at(-1)
    if (last && goesOn(last, line)) last.push(line)
    else sentences.push([line])
  }
  return sentences
}

function goesOn(sentence: readonly SentencePart[], { speaker, start, text }: SentencePart): boolean {
  const before = sentence.at(-1)
  if (!before || before.speaker !== speaker || sentence.length >= MOST_PARTS) return false
  const characters = sentence.reduce((sum, part) => sum + part.text.length, text.length)
  if (characters > MOST_CHARACTERS || start - before.end > LONGEST_PAUSE_MS || start < before.start) return false
  return !ENDS.test(before.text) && (GOES_ON.test(before.text) || /^["'“‘«]?\p{Ll}/u.test(text))
}
