import { readFile } from 'node:fs/promises'
import { createHunspellFromStrings, type Hunspell } from 'hunspell-wasm'

interface Lookup {
  /** Paths of a Hunspell dictionary's files. */
  readonly affixes: string
  readonly words: string
  readonly asked: readonly string[]
}

const opened = new Map<string, Promise<Hunspell>>()

/** The given words that a dictionary has. Runs in the process of `infer`: loading takes up to a second. */
export async function knownOf({ affixes, words, asked }: Lookup): Promise<string[]> {
  let dictionary = opened.get(words)
  if (!dictionary) {
    dictionary = open(affixes, words)
    opened.set(words, dictionary)
  }
  const own = await dictionary
  return asked.filter((word) => own.testSpelling(word))
}

async function open(affixes: string, words: string): Promise<Hunspell> {
  return createHunspellFromStrings(await readFile(affixes, 'utf8'), await readFile(words, 'utf8'))
}
