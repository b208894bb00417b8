import { interfaceLanguage, type InterfaceLanguage } from '#core/domain/languages.ts'

const KEY = 'language'

export function storedLanguage(): InterfaceLanguage {
  const stored = localStorage.getItem(KEY)
  return interfaceLanguage(stored ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh_cn' : 'en'))
}

/** The page loads again, so that nothing on it stays in the other language. */
export function changeLanguage(language: InterfaceLanguage): void {
  localStorage.setItem(KEY, language)
  location.reload()
}
