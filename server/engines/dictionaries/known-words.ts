import { inDictionarySpelling } from '#core/subtitle/text/spelling.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { infer } from '../inference/host.ts'
import { packageFile } from '../inference/package-files.ts'

/** The given words that the language's dictionary has; none if there is no dictionary. */
export async function knownWords(
  language: LanguageCode,
  words: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const entry = `dictionary-${language}`
  const [affixes, list] = [packageFile(entry, 'index.aff'), packageFile(entry, 'index.dic')]
  if (affixes === undefined || list === undefined || words.length === 0) return new Set()
  const asked = [...new Set(words)]
  const spelled = asked.map(inDictionarySpelling)
  const known = new Set(await infer('hunspell', 'knownOf', { affixes, words: list, asked: spelled }, signal))
  return new Set(asked.filter((_, at) => known.has(spelled[at] ?? '')))
}
