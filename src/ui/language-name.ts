import { bcp47, isLanguageCode } from '#core/domain/languages.ts'

/** What a product language is called in another one; the code itself where it is none of them. */
export function languageName(code: string, inLanguage: string): string {
  if (!isLanguageCode(code)) return code
  return new Intl.DisplayNames(inLanguage.replace('_', '-'), { type: 'language' }).of(bcp47(code)) ?? code
}
