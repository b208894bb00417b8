import { z } from 'zod'
import { languageCodes } from '../domain/languages.ts'
import { profileIds } from '../domain/profiles.ts'
import { isStorable, unstorable } from '../domain/storable.ts'

const LONGEST_TERM = 200
export const MOST_TERMS = 500
const term = z.string().trim().min(1).max(LONGEST_TERM).refine(isStorable, unstorable)

/** What a person chooses about a translation; the same in every kind that translates. */
export const translationFields = {
  source_language: z.enum(languageCodes),
  to_language: z.enum(languageCodes),
  /** The guide whose rows and reading speed the lines keep to. */
  profile: z.enum(profileIds).default('netflix'),
  /** Words with the translation that is to be used. */
  glossary: z
    .array(z.object({ from: term, to: term }))
    .max(MOST_TERMS)
    .default([]),
}

/** Words of a folder: for translations into one language, or into every one where it is empty. */
export const folderGlossary = z
  .array(z.object({ language: z.enum(['', ...languageCodes]), from: term, to: term }))
  .max(4 * MOST_TERMS)

export type TranslationChoice = z.output<z.ZodObject<typeof translationFields>>
