import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolateValue } from '#core/domain/bidi.ts'
import { screenLanguage } from '#src/api/language.ts'
import { countFormatter } from './counts.ts'

/** Catalogues loaded on demand by pages. */
export type Namespace =
  | 'account'
  | 'agreement'
  | 'apikeys'
  | 'checks'
  | 'common'
  | 'editor'
  | 'errors'
  | 'finance'
  | 'forms'
  | 'guide'
  | 'header'
  | 'library'
  | 'login'
  | 'pro'
  | 'public'
  | 'review'
  | 'shell'
  | 'staff'
  | 'start'
  | 'subtitles'
  | 'taskpages'
  | 'tasks'
  | 'upload'

type Messages = Record<string, string>

const catalogues = import.meta.glob<Messages>(
  '../../locales/{en,zh_cn}/{account,agreement,apikeys,checks,common,editor,errors,finance,forms,guide,header,library,login,pro,public,review,shell,staff,start,subtitles,taskpages,tasks,upload}.json',
  { import: 'default' },
)

/** Sets up translation in the user's language. `loadMessages` loads messages. */
export function startI18n(): void {
  const language = screenLanguage()
  void i18next
    .use(initReactI18next)
    .use(countFormatter)
    .init({
      lng: language,
      // A test keeps the catalogues equal, so that no fallback language is loaded.
      fallbackLng: false,
      resources: {},
      initAsync: false,
      defaultNS: 'common',
      // Keys are plain names: path look-ups would take a quarter of each.
      keySeparator: false,
      nsSeparator: ':',
      // React escapes values; they only need bidi isolation.
      interpolation: { escape: isolateValue, alwaysFormat: true },
      react: { useSuspense: false },
    })
  document.documentElement.lang = language === 'zh_cn' ? 'zh-CN' : 'en'
}

/** Loads catalogues in the user's language, each once. */
export async function loadMessages(...namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map(loadCatalogue))
}

async function loadCatalogue(namespace: Namespace): Promise<void> {
  const language = i18next.language
  if (i18next.hasResourceBundle(language, namespace)) return
  const load = catalogues[`../../locales/${language}/${namespace}.json`]
  if (!load) throw new RangeError(`No catalogue ${namespace} in ${language}`)
  i18next.addResourceBundle(language, namespace, await load())
}
