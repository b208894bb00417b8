import { useSearchParams } from 'react-router-dom'
import type { InputOf } from '#core/contract/index.ts'

const PAGE_SIZE = 25

/** Which tasks the history shows, as it stands in the address; empty texts for all. */
export interface HistoryFilter {
  readonly kind: string
  readonly state: string
  readonly days: string
  readonly video: string
}

interface HistoryView {
  readonly filter: HistoryFilter
  /** Whether it leaves any out. */
  readonly isFiltered: boolean
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  /** What is asked of the server. */
  readonly input: InputOf<'listTasks'>
  /** Another filter begins at its first page. */
  readonly change: (part: Partial<HistoryFilter>) => void
  readonly goTo: (page: number) => void
  readonly clear: () => void
}

const names = ['kind', 'state', 'days', 'video'] as const

/** The filter and the page in the address: it can be gone back from, kept and sent. */
export function useHistoryView(): HistoryView {
  const [query, setQuery] = useSearchParams()
  const textOf = (name: string): string => query.get(name) ?? ''
  const numberOf = (name: string): number | undefined =>
    /^\d{1,4}$/.test(textOf(name)) ? Number(textOf(name)) : undefined
  const filter = { kind: textOf('kind'), state: textOf('state'), days: textOf('days'), video: textOf('video') }
  const page = Math.max(1, numberOf('page') ?? 1)
  const write = (values: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
    setQuery(next)
  }
  const [state, days] = [numberOf('state'), numberOf('days')]
  return {
    filter,
    isFiltered: names.some((name) => filter[name] !== ''),
    page,
    pageSize: PAGE_SIZE,
    input: {
      page,
      page_size: PAGE_SIZE,
      ...(filter.kind !== '' && { task_type: filter.kind }),
      ...(filter.video !== '' && { video_id: filter.video }),
      ...(state !== undefined && { state: Math.min(state, 3) }),
      ...(days !== undefined && days > 0 && { days: Math.min(days, 3650) }),
    },
    change: (part) => write({ ...filter, ...part }),
    goTo: (wanted) => write({ ...filter, page: wanted > 1 ? String(wanted) : '' }),
    clear: () => write({}),
  }
}
