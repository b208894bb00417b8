import { useSearchParams } from 'react-router-dom'
import type { InputOf } from '#core/contract/index.ts'
import { isLanguageCode } from '#core/domain/languages.ts'

/** Which tasks the history shows, as it stands in the address; empty texts for all. */
export interface HistoryFilter {
  readonly kind: string
  readonly state: string
  readonly days: string
  readonly video: string
  readonly project: string
  readonly batch: string
  /** To or from it. */
  readonly language: string
  readonly search: string
}

/** What the table is ordered by; empty for the newest first. */
export type HistorySort = NonNullable<InputOf<'listTasks'>['sort']>

export interface HistoryView {
  readonly sort: HistorySort
  readonly isAscending: boolean
  /** Orders by it; by the same again, the other way round. */
  readonly sortBy: (sort: HistorySort) => void
  readonly filter: HistoryFilter
  /** Whether it leaves any out. */
  readonly isFiltered: boolean
  /** What is asked of the server. */
  readonly input: Omit<InputOf<'listTasks'>, 'after' | 'page' | 'page_size'>
  readonly change: (part: Partial<HistoryFilter>) => void
  readonly clear: () => void
}

const names = ['kind', 'state', 'days', 'video', 'project', 'batch', 'language', 'search'] as const
const sorts = ['create_time', 'task_name', 'task_type', 'state', 'credits', 'duration_ms'] as const

/** The filter and the order in the address: it can be gone back from, kept and sent. */
export function useHistoryView(): HistoryView {
  const [query, setQuery] = useSearchParams()
  const textOf = (name: string): string => query.get(name) ?? ''
  const numberOf = (name: string): number | undefined =>
    /^\d{1,4}$/.test(textOf(name)) ? Number(textOf(name)) : undefined
  const filter = Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<(typeof names)[number], string>
  const sort = sorts.find((name) => name === textOf('sort')) ?? 'create_time'
  const isAscending = textOf('ascending') === '1'
  const order = { sort: textOf('sort'), ascending: textOf('ascending') }
  const write = (values: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
    setQuery(next)
  }
  const [state, days] = [numberOf('state'), numberOf('days')]
  return {
    filter,
    isFiltered: names.some((name) => filter[name] !== ''),
    input: {
      ...(filter.kind !== '' && { task_type: filter.kind }),
      ...(filter.video !== '' && { video_id: filter.video }),
      ...(filter.project !== '' && { project_id: filter.project }),
      ...(filter.batch !== '' && { batch_id: filter.batch }),
      ...(isLanguageCode(filter.language) && { language: filter.language }),
      ...(filter.search !== '' && { search: filter.search }),
      sort,
      ascending: isAscending ? '1' : '0',
      ...(state !== undefined && { state: Math.min(state, 3) }),
      ...(days !== undefined && days > 0 && { days: Math.min(days, 3650) }),
    },
    sort,
    isAscending,
    sortBy: (wanted) => write({ ...filter, sort: wanted, ascending: wanted === sort && !isAscending ? '1' : '' }),
    change: (part) => write({ ...filter, ...order, ...part }),
    clear: () => write({}),
  }
}
