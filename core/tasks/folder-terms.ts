import { MOST_TERMS } from './translation.ts'

/** A folder's glossary term: for translations into one language, or into all if empty. */
export interface FolderTerm {
  readonly language: string
  readonly from: string
  readonly to: string
}

/**
 * The task's terms plus the folder's for this language with other words. A task's term overrides the folder's, and a
 * language's overrides the general one.
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

/** A term's normalised word; empty for an invalid term, which the schema refuses. */
function wordOf(term: unknown): string {
  const from = typeof term === 'object' && term !== null && 'from' in term ? term.from : ''
  return typeof from === 'string' ? from.trim().toLowerCase() : ''
}
