import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { CallName, DataOf, InputOf } from '#core/contract/index.ts'
import type { CallFailed } from './call.ts'
import { useCall } from './hooks.ts'

/** One keyset page of a list, as every such call returns it. */
interface KeysetPage<Item> {
  readonly list: readonly Item[]
  /** Where the next page begins; empty after the last one. */
  readonly next: string
  /** Number of matches; on the first page only. */
  readonly total: number | null
}

/** Calls that return keyset pages. */
type KeysetCall = { [N in CallName]: DataOf<N> extends KeysetPage<unknown> ? N : never }[CallName]
type ItemOf<N extends KeysetCall> = DataOf<N>['list'][number]
type QueryOf<N extends KeysetCall> = Omit<InputOf<N>, 'after' | 'limit' | 'page' | 'page_size'>

/** Rows fetched beyond the visible ones. */
const AHEAD = 60

/** Lists that also support page numbers have this name for it. */
const sizeNames: Partial<Record<KeysetCall, string>> = { listTasks: 'page_size' }

interface Pages<Item> {
  readonly query: string
  /** Pages by their start. */
  readonly byPlace: ReadonlyMap<string, KeysetPage<Item>>
}

/** The consecutive pages from the first one on. */
function chainOf<Item>(byPlace: Pages<Item>['byPlace']): { places: string[]; items: Item[]; next: string } {
  const places: string[] = []
  const items: Item[] = []
  let next = ''
  for (let page = byPlace.get(''); page; page = next === '' ? undefined : byPlace.get(next)) {
    places.push(next)
    items.push(...page.list)
    next = page.next
    if (places.includes(next)) break
  }
  return { places, items, next }
}

/** A list's known rows, with its updates. */
export interface KeysetList<Item> {
  /** Undefined until the first page is loaded. */
  readonly items: readonly Item[] | undefined
  readonly total: number
  readonly error: CallFailed | undefined
  /** Loads the pages of rows `first` to `last` and the next one, while mounted. */
  readonly loadersOf: (first: number, last: number) => ReactNode
  readonly retry: () => void
}

interface LoaderProps<N extends KeysetCall> {
  readonly name: N
  readonly input: InputOf<N>
  readonly after: string
  readonly attempt: number
  readonly onPage: (after: string, page: DataOf<N>) => void
  readonly onError: (error: CallFailed | undefined) => void
}

/** Loads one page and revalidates it; renders nothing. */
function PageLoader<N extends KeysetCall>({ name, input, after, attempt, onPage, onError }: LoaderProps<N>): ReactNode {
  const { data, error, mutate } = useCall(name, input)
  useEffect(() => {
    if (data) onPage(after, data)
  }, [data, after, onPage])
  useEffect(() => onError(error), [error, onError])
  useEffect(() => {
    if (attempt > 0) void mutate()
  }, [attempt, mutate])
  return null
}

/**
 * A keyset list: only visible pages are revalidated, for any length. Old rows stay until the new query's first page is
 * loaded.
 */
export function useKeyset<N extends KeysetCall>(name: N, query: QueryOf<N>, pageSize: number): KeysetList<ItemOf<N>> {
  const asked = JSON.stringify(query)
  const [pages, setPages] = useState<Pages<ItemOf<N>>>({ query: asked, byPlace: new Map() })
  const [error, onError] = useState<CallFailed>()
  const [attempt, setAttempt] = useState(0)
  const onPage = useCallback(
    (after: string, page: DataOf<N>): void =>
      setPages((known) => {
        const byPlace = known.query === asked ? known.byPlace : []
        // An unchanged page that is visible again changes nothing.
        if (known.query === asked && known.byPlace.get(after) === page) return known
        return { query: asked, byPlace: new Map([...byPlace, [after, page]]) }
      }),
    [asked],
  )
  const { places, items, next } = useMemo(() => chainOf(pages.byPlace), [pages])
  const isOld = pages.query !== asked
  const inputOf = (after: string, limit: number): InputOf<N> =>
    ({ ...query, after, [sizeNames[name] ?? 'limit']: limit }) as unknown as InputOf<N>
  const placesIn = (first: number, last: number): string[] => {
    if (isOld || places.length === 0) return ['']
    const wanted = places.slice(Math.floor(first / pageSize), Math.floor(last / pageSize) + 1)
    const isNearEnd = next !== '' && last + Math.min(AHEAD, pageSize) >= items.length
    return isNearEnd ? [...wanted, next] : wanted
  }
  return {
    items: pages.byPlace.has('') ? items : undefined,
    total: pages.byPlace.get('')?.total ?? 0,
    error,
    loadersOf: (first, last) =>
      placesIn(first, last).map((after) => (
        <PageLoader<N>
          key={`${asked} ${after}`}
          {...{ name, after, attempt, onPage, onError }}
          input={inputOf(after, pageSize)}
        />
      )),
    retry: () => setAttempt((count) => count + 1),
  }
}
