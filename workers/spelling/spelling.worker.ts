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

/** Addresses of the two files of a dictionary. */
interface Addresses {
  readonly affixes: string
  readonly words: string
}

let opened: { readonly dictionaries: readonly Hunspell[]; readonly language: string } | undefined
const judged = new Map<string, boolean>()

function isKnown(dictionaries: readonly Hunspell[], word: string): boolean {
  const spelled = inDictionarySpelling(word)
  if (spelled.length > LONGEST_WORD) return true
  let known = judged.get(spelled)
  if (known === undefined) judged.set(spelled, (known = dictionaries.some((one) => one.testSpelling(spelled))))
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
  async open(language: string, addresses: readonly Addresses[]): Promise<void> {
    const dictionaries = await Promise.all(
      addresses.map(async ({ affixes, words }) =>
        createHunspellFromStrings(await textOf(affixes), await textOf(words)),
      ),
    )
    opened = { dictionaries, language }
    judged.clear()
  },
  /** Words of the texts that no dictionary has, by text; texts without any are left out. */
  check(texts: readonly SpelledText[]): [string, readonly SpelledWord[]][] {
    if (!opened) return []
    const { dictionaries, language } = opened
    return texts.flatMap(({ id, text }): [string, readonly SpelledWord[]][] => {
      const unknown = wordsToSpell(text, language).filter(({ word }) => !isKnown(dictionaries, word))
      return unknown.length > 0 ? [[id, unknown]] : []
    })
  },
  /** What the word may have been meant to be, the likeliest first. */
  suggest(word: string): string[] {
    const spelled = inDictionarySpelling(word)
    const found = opened?.dictionaries.flatMap((one) => one.getSpellingSuggestions(spelled)) ?? []
    return [...new Set(found)].slice(0, MOST_SUGGESTIONS).map((suggestion) => inSpellingOf(word, suggestion))
  },
}

export type SpellingWorker = typeof worker

Comlink.expose(worker)
