import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { translateMessage } from '../messages.ts'

/** An order's title at its checkout and on its invoice: the number of credits. */
export function orderTitle(credits: number, language: InterfaceLanguage): string {
  const number = new Intl.NumberFormat(language.replace('_', '-'))
  return translateMessage(language, 'order_title', { credits: number.format(credits) })
}
