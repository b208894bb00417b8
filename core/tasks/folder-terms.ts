import { MOST_TERMS } from './translation.ts'

/** A term of a folder: for translations into one language, or into every one where it is empty. */
export interface FolderTerm {
  readonly language: string
  readonly from: string
  readonly to: string
}

/**
 * The terms that were given, as they came, and those of the folder for this language whose word was not given: what is chosen
 * for one task goes before what holds for all, and a language's own term before that of every language.
 */
export function withFolderTerms(given: unknown, ofFolder: readonly FolderTerm[], language: unknown): unknown {
  if (given !== undefined && !Array.isArray(given)) return given
  const terms: unknown[] = [...(given ?? [])]
  const known = new Set(terms.map(wordOf))
  const own = ofFolder.filter((term) => term.language === language)
  const general = ofFolder.filter((term) => term.language === '')
  for (const { from, to } of [...own, ...general]) {
    if (terms.length >= MOST_TERMS || known.has(wordOf({ from }))) continue
    known.add(wordOf({ from }))
    terms.push({ from, to })
  }
  return terms
}

/** A term's word as it is compared; empty for what is no term, which the kind's own schema refuses. */
function wordOf(term: unknown): string {
  const from = typeof term === 'object' && term !== null && 'from' in term ? term.from : ''
  return typeof from === 'string' ? from.trim().toLowerCase() : ''
}
