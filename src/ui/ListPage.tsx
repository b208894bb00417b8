import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failing } from './Failing.tsx'
import { NoMatch } from './NoMatch.tsx'
import { Pager } from './Pager.tsx'
import { type Column, Table } from './Table.tsx'

/** Result of the request for one page of a list, as far as it is known. */
export interface ListAnswer<T> {
  readonly data: { readonly list: readonly T[]; readonly total: number } | undefined
  readonly error: { readonly isOffline: boolean; readonly message: string } | undefined
  readonly isValidating: boolean
  mutate(): Promise<unknown>
}

interface Props<T> {
  answer: ListAnswer<T>
  columns: readonly Column[]
  /** From 1. */
  page: number
  pageSize: number
  onPage: (page: number) => void
  /** Names what could not be read, in the error. */
  failedTitle: string
  /** Shown in place of an empty list. */
  empty: ReactNode
  /** Clears the filters; left out if the list has none. */
  onClear?: () => void
  isFiltered?: boolean
  toolbar?: ReactNode
  /** The space that it keeps: of the whole page, or of a part of one. */
  place?: 'page' | 'part'
  layout?: 'fixed' | 'auto'
  className?: string
  renderRow: (item: T) => ReactNode
}

const places = { page: 'table-place table-place-page', part: 'table-place' }

/** A paged list with filters and table, and its states: empty, loading and failed. */
export function ListPage<T>(props: Props<T>): ReactNode {
  const { answer, page, pageSize, onPage, failedTitle, empty, onClear, isFiltered = false, toolbar, place } = props
  const { t } = useTranslation()
  const { data, error, isValidating } = answer
  if (!data && error)
    return (
      <Failing
        title={failedTitle}
        text={error.isOffline ? t('offline') : error.message}
        busy={isValidating}
        onRetry={() => void answer.mutate()}
      />
    )
  if (data?.list.length === 0 && page === 1 && !isFiltered) return empty
  const table =
    data?.list.length === 0 && onClear ? (
      <NoMatch onClear={onClear} />
    ) : (
      <Table columns={props.columns} layout={props.layout} className={props.className} isLoading={!data}>
        {data?.list.map(props.renderRow)}
      </Table>
    )
  return (
    <>
      {toolbar}
      {place ? <div className={places[place]}>{table}</div> : table}
      {data && <Pager page={page} pageSize={pageSize} total={data.total} onPage={onPage} />}
    </>
  )
}
