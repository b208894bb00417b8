import { useSearchParams } from 'react-router-dom'
import type { InputOf } from '#core/contract/index.ts'
import { filterIn } from '#core/domain/address-filter.ts'
import { isLanguageCode, languageCodes } from '#core/domain/languages.ts'
import { TaskState } from '#core/domain/task.ts'
import { taskKinds } from '#src/tasks/kinds.ts'

/** The history's filter in the address; empty texts for all. */
export interface HistoryFilter {
  readonly kind: string
  readonly state: string
  readonly days: string
  readonly video: string
  readonly project: string
  readonly batch: string
  readonly chain: string
  /** Translated to or from it. */
  readonly language: string
  readonly search: string
}

/** Sort key; empty for newest first. */
export type HistorySort = NonNullable<InputOf<'listTasks'>['sort']>

export interface HistoryView {
  readonly sort: HistorySort
  readonly isAscending: boolean
  /** Sorts by a column; the same column again reverses. */
  readonly sortBy: (sort: HistorySort) => void
  readonly filter: HistoryFilter
  /** Whether it filters anything. */
  readonly isFiltered: boolean
  /** The request to the server. */
  readonly input: Omit<InputOf<'listTasks'>, 'after' | 'page' | 'page_size'>
  readonly change: (part: Partial<HistoryFilter>) => void
  readonly clear: () => void
}

const names = ['kind', 'state', 'days', 'video', 'project', 'batch', 'chain', 'language', 'search'] as const
const sorts = ['create_time', 'task_name', 'task_type', 'state', 'credits', 'duration_ms'] as const

/** Selectable ages in days. */
export const historyAges = [1, 7, 30] as const

const choices = {
  kind: taskKinds.map(({ type }) => type),
  state: Object.values(TaskState).map(String),
  days: historyAges.map(String),
  language: languageCodes,
}

/** Filter and order are in the address, for back, bookmarks and links. */
export function useHistoryView(): HistoryView {
  const [query, setQuery] = useSearchParams()
  const textOf = (name: string): string => query.get(name) ?? ''
  const filter = filterIn(query, names, choices)
  const sort = sorts.find((name) => name === textOf('sort')) ?? 'create_time'
  const isAscending = textOf('ascending') === '1'
  const order = { sort: textOf('sort'), ascending: textOf('ascending') }
  const write = (values: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
    setQuery(next)
  }
  return {
    filter,
    isFiltered: names.some((name) => filter[name] !== ''),
    input: {
      ...(filter.kind !== '' && { task_type: filter.kind }),
      ...(filter.video !== '' && { video_id: filter.video }),
      ...(filter.project !== '' && { project_id: filter.project }),
      ...(filter.batch !== '' && { batch_id: filter.batch }),
      ...(filter.chain !== '' && { chain_id: filter.chain }),
      ...(isLanguageCode(filter.language) && { language: filter.language }),
      ...(filter.search !== '' && { search: filter.search }),
      sort,
      ascending: isAscending ? '1' : '0',
      ...(filter.state !== '' && { state: Number(filter.state) }),
      ...(filter.days !== '' && { days: Number(filter.days) }),
    },
    sort,
    isAscending,
    sortBy: (wanted) => write({ ...filter, sort: wanted, ascending: wanted === sort && !isAscending ? '1' : '' }),
    change: (part) => write({ ...filter, ...order, ...part }),
    clear: () => write({}),
  }
}
