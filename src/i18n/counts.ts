import type { FormatterModule } from 'i18next'
import { groupedNumber } from '#core/domain/grouped-number.ts'

/** Under these names messages are given how many there are of something; other numbers are limits, times or lines' own. */
const counts = new Set([
  ...['count', 'all', 'of', 'total', 'first', 'last', 'done', 'failed'],
  ...['needed', 'left', 'credits', 'files', 'tasks', 'lines'],
])

/** A value of a message: counts with their digits grouped, as the language does (1,333 lines); all else as it is. */
export function writeValue(value: unknown, format: string | undefined, language: string, name: unknown): unknown {
  const isCount = format === 'number' || (typeof name === 'string' && counts.has(name))
  return typeof value === 'number' && isCount ? groupedNumber(value, language) : value
}

/** Values of messages as i18next asks for them. */
export const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, format, language, options) =>
    writeValue(value, format, language ?? 'en', options?.['interpolationkey']) as string,
}
