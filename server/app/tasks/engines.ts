import type { LanguageCode } from '#core/domain/languages.ts'
import { offersOf } from '../../engines/offers.ts'
import type { Db } from '../../store/db.ts'
import { Refusal } from '../refusal.ts'

/** Finds out who would do the work: a name for people, or a Refusal where no worker has such an engine. */
export interface EngineFinder {
  speech(language: LanguageCode): Promise<string>
  translation(from: LanguageCode, to: LanguageCode): Promise<string>
}

/** What the engines of all workers can do together. */
export function engineFinder(db: Db): EngineFinder {
  return {
    speech: async (language) => {
      const name = (await offersOf(db)).labelFor('asr', { language })
      if (name === undefined) throw new Refusal('refused', 'no_speech_engine', { language })
      return name
    },
    translation: async (from, to) => {
      const name = (await offersOf(db)).labelFor('translate', { from, to })
      if (name === undefined) throw new Refusal('refused', 'no_translate_engine', { from, to })
      return name
    },
  }
}
