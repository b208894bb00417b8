import { useTranslation } from 'react-i18next'
import { bcp47, isLanguageCode, type LanguageCode, languageCodes } from '#core/domain/languages.ts'

/** Cached by the screen's language: creating one reads the browser's tables, too slow for each row of a list. */
const namesIn = new Map<string, (code: string) => string>()

function languageNames(language: string): (code: string) => string {
  const known = namesIn.get(language)
  if (known) return known
  const names = new Intl.DisplayNames(language.replace('_', '-'), { type: 'language' })
  const read = new Map<string, string>()
  const nameOf = (code: string): string => {
    const name = read.get(code) ?? (isLanguageCode(code) ? names.of(bcp47(code)) : undefined) ?? code
    read.set(code, name)
    return name
  }
  namesIn.set(language, nameOf)
  return nameOf
}

/** Names of the product's languages, in the screen's language. */
export function useLanguageNames(): (code: string) => string {
  const { i18n } = useTranslation()
  return languageNames(i18n.language)
}

/** The product's languages by name, in menu order; known without a request. */
export function useLanguageOptions(): readonly { readonly value: LanguageCode; readonly label: string }[] {
  const nameOf = useLanguageNames()
  return languageCodes.map((code) => ({ value: code, label: nameOf(code) }))
}

/** Name of a container's language (mostly ISO 639-2), in the user's language. */
export function languageName(language: string, inLanguage: string): string | undefined {
  if (language === '') return undefined
  try {
    return new Intl.DisplayNames(inLanguage.replace('_', '-'), { type: 'language' }).of(language)
  } catch {
    return language
  }
}
