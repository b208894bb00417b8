/** A word of a text and its offset. */
export interface Token {
  readonly text: string
  readonly offset: number
}

/** Words of a text in order, or its characters in a script without spaces. */
export function tokensOf(text: string, unspaced: boolean): Token[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}'’]+/gu)].flatMap(({ 0: word, index }) =>
    unspaced && !/^[\p{Script=Latin}\p{N}]+$/u.test(word) ? signsOf(word, index) : [{ text: word, offset: index }],
  )
}

function signsOf(word: string, from: number): Token[] {
  let offset = from
  return [...word].map((text) => {
    const sign = { text, offset }
    offset += text.length
    return sign
  })
}
