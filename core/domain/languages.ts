/** The 24 language codes of the product, in the order the menus show them. */
export const languageCodes = [
  'en',
  'zh_cn',
  'zh_tw',
  'ja',
  'ko',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'ru',
  'ar',
  'hi',
  'vi',
  'th',
  'id',
  'tr',
  'pl',
  'nl',
  'uk',
  'ro',
  'el',
  'cs',
  'fi',
] as const

export type LanguageCode = (typeof languageCodes)[number]

/** Whether a text is one of the product's language codes. */
export function isLanguageCode(value: string): value is LanguageCode {
  return (languageCodes as readonly string[]).includes(value)
}

/** BCP 47 tag of a product language, for `Intl`, `lang` attributes and engines. */
export function bcp47(code: LanguageCode): string {
  if (code === 'zh_cn') return 'zh-Hans'
  if (code === 'zh_tw') return 'zh-Hant'
  return code
}

/** The product's language for a container's language code, in any form of ISO 639. */
export function languageOfTrack(text: string): LanguageCode | undefined {
  try {
    const { language } = new Intl.Locale(text)
    return language === 'zh' ? 'zh_cn' : languageCodes.find((code) => code === language)
  } catch {
    return undefined
  }
}

/** ISO 639-2/T code that containers write into a track's language field. */
const iso639: Record<LanguageCode, string> = {
  en: 'eng',
  zh_cn: 'zho',
  zh_tw: 'zho',
  ja: 'jpn',
  ko: 'kor',
  es: 'spa',
  fr: 'fra',
  de: 'deu',
  it: 'ita',
  pt: 'por',
  ru: 'rus',
  ar: 'ara',
  hi: 'hin',
  vi: 'vie',
  th: 'tha',
  id: 'ind',
  tr: 'tur',
  pl: 'pol',
  nl: 'nld',
  uk: 'ukr',
  ro: 'ron',
  el: 'ell',
  cs: 'ces',
  fi: 'fin',
}

/** ISO 639-2/T code of a language, for video containers. */
export function iso639_2(code: LanguageCode): string {
  return iso639[code]
}

/** True for scripts without spaces, where lines may break between characters. */
export function isUnspaced(code: LanguageCode): boolean {
  return code === 'zh_cn' || code === 'zh_tw' || code === 'ja' || code === 'th'
}

/** Languages that the interface itself is translated into. */
export type InterfaceLanguage = 'en' | 'zh_cn'

/** zh_cn means Chinese; anything else means English. */
export function interfaceLanguage(value: string | null | undefined): InterfaceLanguage {
  return value === 'zh_cn' ? 'zh_cn' : 'en'
}

/** Languages of the language menu, in order. Untranslated ones show the interface in English. */
export const menuLanguages = ['en', 'zh_cn', 'fr', 'de', 'it', 'ja', 'pt', 'ru', 'es', 'ko'] as const
export type MenuLanguage = (typeof menuLanguages)[number]

/** Whether the interface is translated into a language of the menu. */
export function isInterfaceLanguage(language: MenuLanguage): language is InterfaceLanguage {
  return language === 'en' || language === 'zh_cn'
}
