import * as z from 'zod/mini'
import { interfaceLanguage, type InterfaceLanguage, type MenuLanguage } from '#core/domain/languages.ts'
import { stored } from '#src/ui/stored.ts'

const chosen = stored('language', z.string(), '')

/** The user's chosen language, else the browser's. The interface may lack it. */
export function chosenLanguage(): string {
  return chosen.get() || (navigator.language.toLowerCase().startsWith('zh') ? 'zh_cn' : 'en')
}

let ofScreen: InterfaceLanguage | undefined

/** The language of the interface and of answers, until the page reloads. */
export function screenLanguage(): InterfaceLanguage {
  ofScreen ??= interfaceLanguage(chosenLanguage())
  return ofScreen
}

/** Reloads the page, so that nothing stays in the other language. */
export function changeLanguage(language: MenuLanguage): void {
  chosen.set(language)
  location.reload()
}
