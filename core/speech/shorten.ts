import { isUnspaced, type LanguageCode } from '../domain/languages.ts'
import { tidied, withoutAdverbs, withoutFillers } from '../subtitle/text/spare-words.ts'

/** A shorter wording would change the meaning. */
const LEAST_SHARE = 0.55

/**
 * Successively shorter wordings of a line: without brackets, fillers and adverbs of degree. Empty if the language has
 * no table or nothing can be removed.
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
