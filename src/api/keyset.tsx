import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { CallName, DataOf, InputOf } from '#core/contract/index.ts'
import type { CallFailed } from './call.ts'
import { useCall } from './hooks.ts'

/** One page of a list by keyset, as every such call answers. */
interface KeysetPage<Item> {
  readonly list: readonly Item[]
  /** Where the next page begins; empty after the last one. */
  readonly next: string
  /** Of all that match; only with the first page. */
  readonly total: number | null
}

/** Calls that answer with a page of a list by keyset. */
type KeysetCall = { [N in CallName]: DataOf<N> extends KeysetPage<unknown> ? N : never }[CallName]
type ItemOf<N extends KeysetCall> = DataOf<N>['list'][number]
type QueryOf<N extends KeysetCall> = Omit<InputOf<N>, 'after' | 'limit' | 'page' | 'page_size'>

/** Rows beyond those in view that are fetched ahead. */
const AHEAD = 60

/** Lists that can be asked for by the number of a page too call its length so. */
const sizeNames: Partial<Record<KeysetCall, string>> = { listTasks: 'page_size' }

interface Pages<Item> {
  readonly query: string
  /** By the place where each begins. */
  readonly byPlace: ReadonlyMap<string, KeysetPage<Item>>
}

/** The pages that hang together from the first one on. */
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

/** The rows of a list that are known so far, and what keeps them up to date. */
export interface KeysetList<Item> {
  /** Undefined until the first page came. */
  readonly items: readonly Item[] | undefined
  readonly total: number
  readonly error: CallFailed | undefined
  /** Reads the pages of the rows from `first` to `last` and the one after them, as long as it is on the page. */
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

/** Reads one page and reads it again when it may have changed; shows nothing. */
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
 * A list by keyset: only the pages in view are fetched again when something changes, however long the list is. The rows of
 * before stay until the first page of another query came.
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
        // A page that comes into view again, as it was, changes nothing.
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
