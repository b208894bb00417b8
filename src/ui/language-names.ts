import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bcp47, isLanguageCode } from '#core/domain/languages.ts'

/** Names of the product's languages, in the language of the screen. */
export function useLanguageNames(): (code: string) => string {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language.replace('_', '-'), { type: 'language' })
    return (code) => (isLanguageCode(code) ? names.of(bcp47(code)) : undefined) ?? code
  }, [i18n.language])
}
