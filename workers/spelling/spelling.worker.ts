import * as Comlink from 'comlink'
import { createHunspellFromStrings, type Hunspell } from 'hunspell-wasm'
import { inDictionarySpelling, inSpellingOf, type SpelledWord, wordsToSpell } from '#core/subtitle/text/spelling.ts'

/** A cue's text to check. */
export interface SpelledText {
  readonly id: string
  readonly text: string
}

const MOST_SUGGESTIONS = 8
/** For longer words Hunspell's suggestions take seconds and are useless. */
const LONGEST_WORD = 60

/** Addresses of a dictionary's two files. */
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

/** Loads a Hunspell dictionary of some megabytes and checks words, in a worker. */
const worker = {
  /** Rejects if the dictionary can't be loaded. */
  async open(language: string, addresses: readonly Addresses[]): Promise<void> {
    const dictionaries = await Promise.all(
      addresses.map(async ({ affixes, words }) =>
        createHunspellFromStrings(await textOf(affixes), await textOf(words)),
      ),
    )
    opened = { dictionaries, language }
    judged.clear()
  },
  /** Unknown words of the texts, by text; texts without any are left out. */
  check(texts: readonly SpelledText[]): [string, readonly SpelledWord[]][] {
    if (!opened) return []
    const { dictionaries, language } = opened
    return texts.flatMap(({ id, text }): [string, readonly SpelledWord[]][] => {
      const unknown = wordsToSpell(text, language).filter(({ word }) => !isKnown(dictionaries, word))
      return unknown.length > 0 ? [[id, unknown]] : []
    })
  },
  /** Suggestions for the word, the likeliest first. */
  suggest(word: string): string[] {
    const spelled = inDictionarySpelling(word)
    const found = opened?.dictionaries.flatMap((one) => one.getSpellingSuggestions(spelled)) ?? []
    return [...new Set(found)].slice(0, MOST_SUGGESTIONS).map((suggestion) => inSpellingOf(word, suggestion))
  },
}

export type SpellingWorker = typeof worker

Comlink.expose(worker)
