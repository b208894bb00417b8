import * as Comlink from 'comlink'
import { createHunspellFromStrings, type Hunspell } from 'hunspell-wasm'
import { inDictionarySpelling, inSpellingOf, type SpelledWord, wordsToSpell } from '#core/subtitle/spelling.ts'

/** A cue's text to be looked through. */
export interface SpelledText {
  readonly id: string
  readonly text: string
}

const MOST_SUGGESTIONS = 8
/** What Hunspell makes of longer ones takes seconds and helps nobody. */
const LONGEST_WORD = 60

let dictionary: { readonly hunspell: Hunspell; readonly language: string } | undefined
const judged = new Map<string, boolean>()

function isKnown(hunspell: Hunspell, word: string): boolean {
  const spelled = inDictionarySpelling(word)
  if (spelled.length > LONGEST_WORD) return true
  let known = judged.get(spelled)
  if (known === undefined) judged.set(spelled, (known = hunspell.testSpelling(spelled)))
  return known
}

async function textOf(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`No dictionary: ${answer.status}`)
  return answer.text()
}

/** Reads a Hunspell dictionary of some megabytes and judges words by it: not on the page's thread. */
const worker = {
  /** Rejects where the dictionary can't be fetched. */
  async open(language: string, affixes: string, words: string): Promise<void> {
    const [aff, dic] = await Promise.all([textOf(affixes), textOf(words)])
    dictionary = { hunspell: await createHunspellFromStrings(aff, dic), language }
    judged.clear()
  },
  /** Words of the texts that the dictionary does not have, by text; texts without any are left out. */
  check(texts: readonly SpelledText[]): [string, readonly SpelledWord[]][] {
    if (!dictionary) return []
    const { hunspell, language } = dictionary
    return texts.flatMap(({ id, text }): [string, readonly SpelledWord[]][] => {
      const unknown = wordsToSpell(text, language).filter(({ word }) => !isKnown(hunspell, word))
      return unknown.length > 0 ? [[id, unknown]] : []
    })
  },
  /** What the word may have been meant to be, the likeliest first. */
  suggest(word: string): string[] {
    const found = dictionary?.hunspell.getSpellingSuggestions(inDictionarySpelling(word)) ?? []
    return found.slice(0, MOST_SUGGESTIONS).map((suggestion) => inSpellingOf(word, suggestion))
  },
}

export type SpellingWorker = typeof worker

Comlink.expose(worker)
