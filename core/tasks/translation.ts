import { z } from 'zod'
import { languageCodes } from '../domain/languages.ts'
import { profileIds } from '../domain/profiles.ts'
import { isStorable, unstorable } from '../domain/storable.ts'

const LONGEST_TERM = 200
export const MOST_TERMS = 500
const term = z.string().trim().min(1).max(LONGEST_TERM).refine(isStorable, unstorable)

/** Choices about a translation, shared by all translating kinds. */
export const translationFields = {
  source_language: z.enum(languageCodes),
  to_language: z.enum(languageCodes),
  /** The guide for rows and reading speed. */
  profile: z.enum(profileIds).default('netflix'),
  /** Glossary. */
  glossary: z
    .array(z.object({ from: term, to: term }))
    .max(MOST_TERMS)
    .default([]),
}

/** A stored glossary term of a folder: for one target language, or for all if empty. */
export const folderTerm = z.object({ language: z.enum(['', ...languageCodes]), from: z.string(), to: z.string() })

/** A folder's new terms. */
export const folderGlossary = z.array(folderTerm.extend({ from: term, to: term })).max(4 * MOST_TERMS)

export type TranslationChoice = z.output<z.ZodObject<typeof translationFields>>

/** Whether two choices give the same translation of the same cues. */
export function isSameTranslation(a: TranslationChoice, b: TranslationChoice): boolean {
  const wordOf = ({ source_language, to_language, profile, glossary }: TranslationChoice): string =>
    JSON.stringify([source_language, to_language, profile, glossary.map(({ from, to }) => [from, to])])
  return wordOf(a) === wordOf(b)
}
