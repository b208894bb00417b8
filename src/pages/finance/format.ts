import { useTranslation } from 'react-i18next'

/** Formats numbers in the language. */
export function useNumber(): (value: number) => string {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  return (value) => format.format(value)
}

/** Formats a time (ISO 8601) with its date; empty for an empty one. */
export function useTime(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'medium', timeStyle: 'short' })
  return (iso) => (iso === '' ? '' : format.format(new Date(iso)))
}

/** `+12` or `−12`. */
export function signed(text: string, value: number): string {
  return value > 0 ? `+${text}` : text.replace('-', '−')
}
