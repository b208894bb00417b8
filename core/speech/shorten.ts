import { isUnspaced, type LanguageCode } from '../domain/languages.ts'
import { tidied, withoutAdverbs, withoutFillers } from '../subtitle/spare-words.ts'

/** A wording that loses more than this is another sentence. */
const LEAST_SHARE = 0.55

/**
 * Shorter wordings of a line, each shorter than the one before: without what stands in brackets, without fillers,
 * without adverbs of degree. Empty where its language has no table or the line no such word.
 */
export function shorterWordings(text: string, language: LanguageCode): string[] {
  const isJoined = isUnspaced(language)
  const unbracketed = tidied(text.replace(/[([（【][^)\]）】]*[)\]）】]/g, ' '), isJoined)
  const unfilled = withoutFillers(unbracketed, language)
  const plain = withoutAdverbs(unfilled, language)
  const found: string[] = []
  for (const wording of [unbracketed, unfilled, plain]) {
    const longer = found.at(-1) ?? text
    if (wording.length < longer.length && wording.length >= text.length * LEAST_SHARE && /\p{L}/u.test(wording))
      found.push(wording)
  }
  return found
}
