import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { storedLanguage } from '#src/api/language.ts'

const modules = import.meta.glob<Record<string, string>>('../../locales/*/*.json', { eager: true, import: 'default' })

const resources: Record<string, Record<string, Record<string, string>>> = {}
for (const [path, messages] of Object.entries(modules)) {
  const [language, file] = path.split('/').slice(-2) as [string, string]
  resources[language] = { ...resources[language], [file.replace('.json', '')]: messages }
}

/** Both catalogues are in the bundle: together they are smaller than one icon font. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources,
    lng: storedLanguage(),
    fallbackLng: 'en',
    ns: ['common', 'errors', 'library', 'tasks', 'editor', 'public', 'checks'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  })
  document.documentElement.lang = storedLanguage() === 'zh_cn' ? 'zh-CN' : 'en'
}
