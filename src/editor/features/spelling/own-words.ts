import * as z from 'zod/mini'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import type { GlossaryTerm } from '#core/translate/glossary.ts'
import { call } from '#src/api/call.ts'
import { stored } from '#src/ui/stored.ts'
import type { LibraryBinding } from '../../store/linked/library.ts'

/** The user's words and terms with translations, for one language. */
export interface OwnWords {
  /** Terms of the folder; empty for a local file. */
  readonly terms: readonly GlossaryTerm[]
  /** Words that need no dictionary, in lower case. */
  readonly known: ReadonlySet<string>
}

/** Stores added words. */
export interface WordStore {
  read(): Promise<OwnWords>
  /** Rejects if the word could not be stored. */
  add(word: string): Promise<OwnWords>
}

/** Words are stored in the folder's glossary: all its users share them, and translations keep them. */
export function folderWords(library: LibraryBinding, language: string): WordStore {
  const code: LanguageCode | '' = isLanguageCode(language) ? language : ''
  const read = async () => {
    const { settings, revision } = await call('getProFolder', { folder_id: library.data().video.folder_id })
    return { glossary: settings.glossary, revision }
  }
  type Terms = Awaited<ReturnType<typeof read>>['glossary']
  const own = (glossary: Terms): OwnWords => {
    const terms = glossary.filter((term) => term.language === '' || term.language === code)
    return { terms: terms.filter(({ from, to }) => from !== to), known: wordsOf(terms.map(({ to }) => to)) }
  }
  return {
    read: async () => own((await read()).glossary),
    add: async (word) => {
      const { glossary, revision } = await read()
      const next = [...glossary, { language: code, from: word, to: word }]
      const { settings } = await call('setFolderSettings', {
        folder_id: library.data().video.folder_id,
        revision,
        settings: { glossary: next },
      })
      return own(settings.glossary)
    },
  }
}

/** Words of local files are stored in this browser. */
export function browserWords(language: string): WordStore {
  const kept = stored(`cuelane-words-${language}`, z.array(z.string()), [])
  const own = (): OwnWords => ({ terms: [], known: wordsOf(kept.get()) })
  return {
    read: async () => own(),
    add: async (word) => {
      kept.set([...new Set([...kept.get(), word])])
      return own()
    },
  }
}

function wordsOf(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap((text) =>
      plainText(text)
        .toLowerCase()
        .split(/[\s,;]+/),
    ),
  )
}
