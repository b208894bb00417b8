import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failing } from './Failing.tsx'
import { NoMatch } from './NoMatch.tsx'
import { Pager } from './Pager.tsx'
import { type Column, Table } from './Table.tsx'

interface Props<T> {
  /** What a call for one page of the list has brought so far. */
  answer: {
    readonly data: { readonly list: readonly T[]; readonly total: number } | undefined
    readonly error: { readonly isOffline: boolean; readonly message: string } | undefined
    readonly isValidating: boolean
    mutate(): Promise<unknown>
  }
  columns: readonly Column[]
  /** From 1. */
  page: number
  pageSize: number
  onPage: (page: number) => void
  /** What could not be read, where it could not. */
  failedTitle: string
  /** In place of a list without anything in it. */
  empty: ReactNode
  /** For a list that filters make shorter; none where less than all is never asked for. */
  onClear?: () => void
  isFiltered?: boolean
  toolbar?: ReactNode
  /** Whether it is all of the page, or stands beside other things: that much place it keeps. */
  place?: 'page' | 'part'
  layout?: 'fixed' | 'auto'
  className?: string
  renderRow: (item: T) => ReactNode
}

const places = { page: 'table-place table-place-page', part: 'table-place' }

/** A list in pages: its filters, its table, and what stands there while it is empty, fetched or broken. */
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
