import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailed } from '#src/api/call.ts'
import { Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { CreditCard, FilterRemove } from '#src/ui/icons.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

export const PAGE_SIZE = 25

interface Column {
  readonly key: string
  readonly label: string
  readonly isNumber?: boolean
}

interface Props<T> {
  answer: {
    readonly data: { readonly list: readonly T[]; readonly total: number } | undefined
    readonly error: CallFailed | undefined
    readonly isValidating: boolean
    mutate(): Promise<unknown>
  }
  columns: readonly Column[]
  page: number
  onPage: (page: number) => void
  isFiltered: boolean
  onClear: () => void
  /** For an empty list. */
  empty: { readonly title: string; readonly text: string }
  filters?: ReactNode
  renderRow: (item: T) => ReactNode
}

/** A finance list: filters, table, paging, with its empty, loading and failed states. */
export function ListPage<T>({
  answer,
  columns,
  page,
  onPage,
  isFiltered,
  onClear,
  empty,
  filters,
  renderRow,
}: Props<T>) {
  const { t } = useTranslation('finance')
  const { data, error, isValidating } = answer
  const isNew = data?.total === 0 && !isFiltered
  if (!data && error)
    return (
      <Failing
        title={t('list_failed')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        onRetry={() => void answer.mutate()}
      />
    )
  if (isNew)
    return (
      <NonIdealState
        className="state-page"
        icon={<CreditCard size={40} />}
        title={empty.title}
        description={empty.text}
      />
    )
  return (
    <>
      {filters && <div className="finance-filters">{filters}</div>}
      <div className="table-place">
        {data?.list.length === 0 ? (
          <NonIdealState
            className="state-page"
            icon={<FilterRemove size={40} />}
            title={t('no_match')}
            action={<Button text={t('clear_filters')} onClick={onClear} />}
          />
        ) : (
          <table className="finance-table" aria-busy={!data}>
            <thead>
              <tr>
                {columns.map(({ key, label, isNumber }) => (
                  <th key={key} scope="col" className={isNumber ? 'number' : ''}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className={data ? '' : 'skeleton'}>
              {data ? data.list.map(renderRow) : <Places columns={columns} />}
            </tbody>
          </table>
        )}
      </div>
      {data && <Pager page={page} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />}
    </>
  )
}

function Places({ columns }: { columns: readonly Column[] }): ReactNode {
  return [1, 2, 3, 4, 5].map((row) => (
    <tr key={row} aria-hidden>
      {columns.map(({ key }) => (
        <td key={key}>
          <span className="skeleton-block" style={{ width: '60%', height: 16 }} />
        </td>
      ))}
    </tr>
  ))
}
