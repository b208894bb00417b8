/**
 * Cost for a reader of a line, a row, a tag, a bracket or a caption code, in letters: it becomes a separate line or
 * style.
 */
const LETTERS_A_MARK = 24
/** Letters of a complex text cost twice as much. */
const BYTES_A_LETTER = 2

/** Texts up to this cost less than a tenth of a second, whatever their content. */
export const LIGHT_COST = 512 * 1024

/** Estimated cost of reading a text as subtitles, in bytes of plain text, before it is read. */
export function readingCost(text: string): number {
  let marks = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || code === CR || code === TAG || code === BRACE || code === BRACKET || code === BAR) marks++
    else if ((code === ONE || code === NINE) && text.charCodeAt(at - 1) === BLANK) marks += 2
  }
  return text.length * BYTES_A_LETTER + marks * LETTERS_A_MARK
}

const LF = 10
const CR = 13
const TAG = 0x3c
const BRACE = 0x7b
const BRACKET = 0x5b
const BAR = 0x7c
const BLANK = 0x20
/** Prefix of caption codes; two of them are a line of ten letters. */
const ONE = 0x31
const NINE = 0x39
