import * as z from 'zod/mini'
import { interfaceLanguage, type InterfaceLanguage } from '#core/domain/languages.ts'
import { stored } from '#src/ui/stored.ts'

const chosen = stored('language', z.string(), '')

/** The language that this person chose, else the browser's. */
export function storedLanguage(): InterfaceLanguage {
  return interfaceLanguage(chosen.get() || (navigator.language.toLowerCase().startsWith('zh') ? 'zh_cn' : 'en'))
}

/** The page loads again, so that nothing on it stays in the other language. */
export function changeLanguage(language: InterfaceLanguage): void {
  chosen.set(language)
  location.reload()
}
