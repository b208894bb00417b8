import i18next from 'i18next'

/** `3:07` or `1:02:03`. */
export function formatLength(ms: number): string {
  const s = Math.round(ms / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.floor(s / 60) % 60
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024 ** 2) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Just now, minutes, hours, yesterday, days under 7, weeks under 30 days, else months. */
export function formatAgo(iso: string): string {
  const age = Date.now() - Date.parse(iso)
  if (age < MINUTE) return i18next.t('common:just_now')
  if (age < HOUR) return i18next.t('common:minutes_ago', { count: Math.floor(age / MINUTE) })
  if (age < DAY) return i18next.t('common:hours_ago', { count: Math.floor(age / HOUR) })
  if (age < 2 * DAY) return i18next.t('common:yesterday')
  if (age < 7 * DAY) return i18next.t('common:days_ago', { count: Math.floor(age / DAY) })
  if (age < 30 * DAY) return i18next.t('common:weeks_ago', { count: Math.floor(age / (7 * DAY)) })
  return i18next.t('common:months_ago', { count: Math.floor(age / (30 * DAY)) })
}
