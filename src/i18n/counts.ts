import type { FormatterModule } from 'i18next'
import { groupedNumber } from '#core/domain/grouped-number.ts'

/** Parameters that are counts; other numbers are limits, times or line numbers. */
const counts = new Set([
  ...['count', 'all', 'of', 'total', 'first', 'last', 'done', 'failed'],
  ...['needed', 'left', 'credits', 'files', 'tasks', 'lines'],
])

/** A message parameter: counts with grouped digits in the language's format (1,333 lines); others unchanged. */
export function writeValue(value: unknown, format: string | undefined, language: string, name: unknown): unknown {
  const isCount = format === 'number' || (typeof name === 'string' && counts.has(name))
  return typeof value === 'number' && isCount ? groupedNumber(value, language) : value
}

/** Parameters of messages as i18next requests them. */
export const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, format, language, options) =>
    writeValue(value, format, language ?? 'en', options?.['interpolationkey']) as string,
}
