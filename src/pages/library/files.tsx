import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { FileSort } from '#core/domain/files.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { CallFailed } from '#src/api/call.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'

/** One page of a folder's files, and one of the files. */
type FilesPage = DataOf<'listFiles'>
export type SpaceFile = FilesPage['list'][number]

/** What a list of a folder's files shows, and in which order. */
export interface FileQuery {
  readonly folder_id: string
  readonly search: string
  readonly sort: FileSort
  readonly order: 'asc' | 'desc'
}

/** Tells a file from all others of the space. */
export function keyOf({ video, subtitle }: SpaceFile): string {
  return video ? `video:${video.video_id}` : `subtitle:${subtitle?.file_id ?? ''}`
}

/** Name of a file as it is shown. */
export function nameOf({ video, subtitle }: SpaceFile): string {
  return video?.video_name ?? subtitle?.name ?? ''
}

/** Ids of files as calls about several take them. */
export function idsOf(files: readonly SpaceFile[]): { video_ids: string[]; subtitles_ids: string[] } {
  return {
    video_ids: files.flatMap(({ video }) => (video ? [video.video_id] : [])),
    subtitles_ids: files.flatMap(({ subtitle }) => (subtitle ? [subtitle.file_id] : [])),
  }
}

const PAGE_SIZE = 100
/** Pages beyond the one in view that are fetched ahead, in files. */
const AHEAD = 60

interface Pages {
  readonly query: string
  /** By the place where each begins. */
  readonly byPlace: ReadonlyMap<string, FilesPage>
}

/** The pages that hang together from the first one on. */
function chainOf(byPlace: Pages['byPlace']): { places: string[]; files: SpaceFile[]; next: string } {
  const places: string[] = []
  const files: SpaceFile[] = []
  let next = ''
  for (let page = byPlace.get(''); page; page = next === '' ? undefined : byPlace.get(next)) {
    places.push(next)
    files.push(...page.list)
    next = page.next
    if (places.includes(next)) break
  }
  return { places, files, next }
}

/** The files that are known so far, and what keeps them up to date. */
export interface FileList {
  /** Undefined until the first page came. */
  readonly files: readonly SpaceFile[] | undefined
  readonly total: number
  readonly error: CallFailed | undefined
  /** Reads the pages of the files from `first` to `last` and the ones after them, as long as it is on the page. */
  readonly loadersOf: (first: number, last: number) => ReactNode
  /** All files that match, also those that were not shown yet. */
  readonly fetchAll: () => Promise<SpaceFile[]>
  readonly retry: () => void
}

interface LoaderProps {
  readonly query: FileQuery
  readonly after: string
  readonly attempt: number
  readonly onPage: (after: string, page: FilesPage) => void
  readonly onError: (error: CallFailed | undefined) => void
}

/** Reads one page and reads it again when it may have changed; shows nothing. */
function PageLoader({ query, after, attempt, onPage, onError }: LoaderProps): ReactNode {
  const { data, error, mutate } = useCall('listFiles', { ...query, after, limit: PAGE_SIZE })
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
 * Files of a folder by keyset: only the pages in view are fetched again when something changes, however long the folder
 * is. The list of before stays until the first page of another search came.
 */
export function useFiles(query: FileQuery): FileList {
  const name = JSON.stringify(query)
  const [pages, setPages] = useState<Pages>({ query: name, byPlace: new Map() })
  const [error, onError] = useState<CallFailed>()
  const [attempt, setAttempt] = useState(0)
  const onPage = useCallback(
    (after: string, page: FilesPage): void =>
      setPages((known) => ({
        query: name,
        byPlace: new Map([...(known.query === name ? known.byPlace : []), [after, page]]),
      })),
    [name],
  )
  const { places, files, next } = useMemo(() => chainOf(pages.byPlace), [pages])
  const isOld = pages.query !== name
  const placesIn = (first: number, last: number): string[] => {
    if (isOld || places.length === 0) return ['']
    const wanted = places.slice(Math.floor(first / PAGE_SIZE), Math.floor(last / PAGE_SIZE) + 1)
    const isNearEnd = next !== '' && last + AHEAD >= files.length
    return isNearEnd ? [...wanted, next] : wanted
  }
  const fetchAll = async (): Promise<SpaceFile[]> => {
    const all: SpaceFile[] = []
    let after = ''
    do {
      const page = await call('listFiles', { ...query, after, limit: 200 })
      all.push(...page.list)
      after = page.next
    } while (after !== '')
    return all
  }
  return {
    files: pages.byPlace.has('') ? files : undefined,
    total: pages.byPlace.get('')?.total ?? 0,
    error,
    loadersOf: (first, last) =>
      placesIn(first, last).map((after) => (
        <PageLoader key={`${name} ${after}`} {...{ query, after, attempt, onPage, onError }} />
      )),
    fetchAll,
    retry: () => setAttempt((count) => count + 1),
  }
}
