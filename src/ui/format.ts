import i18next from 'i18next'
import { groupedNumber } from '#core/domain/grouped-number.ts'
import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'

/** `3:07` or `1:02:03` for a length in milliseconds. */
export function formatLength(ms: number): string {
  const s = Math.round(ms / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.floor(s / 60) % 60
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`
}

/** A number of bytes in KB, MB or GB. */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return '0 KB'
  if (bytes < 1024 ** 2) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`
}

/** A number with its digits grouped, as the language of the screen does. */
export function formatNumber(value: number): string {
  return groupedNumber(value, i18next.language)
}

/** A share of 1 in whole percent, rounded down: `43%`. */
export function formatShare(share: number): string {
  return `${Math.floor(share * 100)}%`
}

/** Formats a share with one decimal, in the screen's language. */
export function formatPercent(language: string): (share: number) => string {
  const tag = language.replace('_', '-')
  return (share) => share.toLocaleString(tag, { style: 'percent', maximumFractionDigits: 1 })
}

/** Cached by the screen's language: creating one reads the browser's tables, too slow for each row of a list. */
const lists = new Map<string, Intl.ListFormat>()

/** Names as a list, in the screen's language. */
export function formatList(names: readonly string[]): string {
  const { language } = i18next
  const known = lists.get(language) ?? new Intl.ListFormat(language.replace('_', '-'), { style: 'narrow' })
  lists.set(language, known)
  return known.format(names)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const MONTH = 30 * DAY

/** Capitalises the first letter, if the language has capitals: for a word that is lower case in a list. */
export function capitalised(text: string, language = i18next.language.replace('_', '-')): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

/** Whole days until something created at a time (ISO 8601) is deleted. */
export function daysLeft(iso: string, now = Date.now()): number {
  return Math.max(0, Math.ceil(FILE_LIFETIME_DAYS - (now - Date.parse(iso)) / DAY))
}

/** How long ago a time (ISO 8601) was: just now, minutes, hours, yesterday, days under 7, weeks under 30 days, else months. */
export function formatAgo(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso)
  if (age < MINUTE) return i18next.getFixedT(null, 'common')('just_now')
  const back = (unit: Intl.RelativeTimeFormatUnit, ms: number): string =>
    new Intl.RelativeTimeFormat(i18next.language.replace('_', '-'), {
      // Only yesterday has a word instead of a number.
      numeric: unit === 'day' && age < 2 * DAY ? 'auto' : 'always',
    })
      .format(-Math.floor(age / ms), unit)
      // Chinese texts of the product have a space between a number and a character.
      .replace(/(?<=\d)(?=\p{Script=Han})/u, ' ')
  if (age < HOUR) return back('minute', MINUTE)
  if (age < DAY) return back('hour', HOUR)
  if (age < WEEK) return back('day', DAY)
  if (age < MONTH) return back('week', WEEK)
  return back('month', MONTH)
}
