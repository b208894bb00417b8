import tokenizer from 'llama-tokenizer-js'
import type { UntimedWord } from '../hearing.ts'
import type { HeardTokens } from './tokens.ts'

/** Prefix of a token that starts a word. */
const WORD_START = '▁'

/** Words of tokens, each with the confidence of its least confident token. */
export function wordsOfTokens({ tokens, chances }: Pick<HeardTokens, 'tokens' | 'chances'>): UntimedWord[] {
  const words: { tokens: number[]; confidence: number }[] = []
  for (const [at, token] of tokens.entries()) {
    const chance = chances[at] ?? 0
    const last = words.at(-1)
    if (!last || tokenizer.vocabById[token]?.startsWith(WORD_START)) words.push({ tokens: [token], confidence: chance })
    else {
      last.tokens.push(token)
      last.confidence = Math.min(last.confidence, chance)
    }
  }
  return words.flatMap(({ tokens: own, confidence }) => {
    const text = tokenizer.decode(own, false, false).trim()
    return text === '' ? [] : [{ text, confidence }]
  })
}
