import type { languageCalls } from '#core/contract/language.ts'
import type { Deps } from '../app/deps.ts'
import { listLanguages } from '../app/languages.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about languages. */
export function languageHandlers({ db }: Deps): HandlersOf<typeof languageCalls> {
  return {
    getLanguages: (_, { language }) => listLanguages(db, language),
  }
}
