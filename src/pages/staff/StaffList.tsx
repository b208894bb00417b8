import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailed } from '#src/api/call.ts'
import { Inbox } from '#src/ui/icons.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { Unreadable } from './Unreadable.tsx'

interface Listed<T> {
  readonly list: readonly T[]
  readonly total: number
}

/** A call's answer, as far as a list shows it. */
interface Answer<T> {
  readonly data: Listed<T> | undefined
  readonly error: CallFailed | undefined
  readonly isValidating: boolean
  readonly mutate: () => Promise<unknown>
}

interface Props<T> {
  answer: Answer<T>
  columns: readonly { readonly label: string; readonly className?: string }[]
  page: number
  pageSize: number
  onPage: (page: number) => void
  /** Whether a filter is active. */
  isFiltered?: boolean
  renderRow: (item: T) => ReactNode
}

/** A staff list as a table, with loading, failed and empty states, and paging. */
export function StaffList<T>({ answer, columns, page, pageSize, onPage, isFiltered, renderRow }: Props<T>): ReactNode {
  const { t } = useTranslation('staff')
  const { data, error } = answer
  if (!data && error) return <Unreadable answer={answer} />
  if (data?.list.length === 0) {
    return (
      <NonIdealState
        className="state-page"
        icon={<Inbox size={40} />}
        title={t('none_here')}
        {...(isFiltered && { description: t('none_found') })}
      />
    )
  }
  return (
    <>
      <table className="staff-table staff-list" aria-busy={!data}>
        <thead>
          <tr>
            {columns.map(({ label, className }) => (
              <th key={label} scope="col" className={className}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {data ? (
          <tbody>{data.list.map(renderRow)}</tbody>
        ) : (
          <tbody className="skeleton" aria-hidden>
            {[1, 2, 3, 4].map((at) => (
              <tr key={at}>
                {columns.map(({ label }) => (
                  <td key={label}>
                    <span className="skeleton-block" style={{ height: 12, width: '70%' }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
      {data && <Pager page={page} pageSize={pageSize} total={data.total} onPage={onPage} />}
    </>
  )
}
