import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { translateMessage } from '../messages.ts'

/** What an order is called at its checkout and on its invoice: so many credits. */
export function orderTitle(credits: number, language: InterfaceLanguage): string {
  const number = new Intl.NumberFormat(language.replace('_', '-'))
  return translateMessage(language, 'order_title', { credits: number.format(credits) })
}
