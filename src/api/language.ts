import * as z from 'zod/mini'
import { interfaceLanguage, type InterfaceLanguage, type MenuLanguage } from '#core/domain/languages.ts'
import { stored } from '#src/ui/stored.ts'

const chosen = stored('language', z.string(), '')

/** The language that this person chose, else the browser's. It may be one that the interface has no words in. */
export function chosenLanguage(): string {
  return chosen.get() || (navigator.language.toLowerCase().startsWith('zh') ? 'zh_cn' : 'en')
}

let ofScreen: InterfaceLanguage | undefined

/** The language of the words on the screen, and of the answers that this page asks for, until it loads again. */
export function screenLanguage(): InterfaceLanguage {
  ofScreen ??= interfaceLanguage(chosenLanguage())
  return ofScreen
}

/** The page loads again, so that nothing on it stays in the other language. */
export function changeLanguage(language: MenuLanguage): void {
  chosen.set(language)
  location.reload()
}
