import { useTranslation } from 'react-i18next'

/** Formats days (ISO 8601) in the screen's language. */
export function useDay(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'long' })
  return (iso) => format.format(Date.parse(iso))
}

/** Formats times (ISO 8601) in the screen's language: day and time. */
export function useMoment(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'medium', timeStyle: 'short' })
  return (iso) => format.format(new Date(iso))
}
