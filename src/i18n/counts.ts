import type { FormatterModule } from 'i18next'
import { groupedNumber } from '#core/domain/grouped-number.ts'

/** Under these names messages are given how many there are of something; other numbers are limits, times or lines' own. */
const counts = new Set([
  ...['count', 'all', 'of', 'total', 'first', 'last', 'done', 'failed'],
  ...['needed', 'left', 'credits', 'files', 'tasks', 'lines'],
])

/** Writes counts in messages with their digits grouped, as the language does: 1,333 lines. */
export const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, format, language, options) => {
    const name: unknown = options?.['interpolationkey']
    const isCount = format === 'number' || (typeof name === 'string' && counts.has(name))
    return typeof value === 'number' && isCount ? groupedNumber(value, language ?? 'en') : (value as string)
  },
}
