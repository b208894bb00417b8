import { useTranslation } from 'react-i18next'

/** Writes days (ISO 8601) as this person reads them. */
export function useDay(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'long' })
  return (iso) => format.format(Date.parse(iso))
}

/** Writes times (ISO 8601) as this person reads them: day and time. */
export function useMoment(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'medium', timeStyle: 'short' })
  return (iso) => format.format(new Date(iso))
}
