import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { formatAgo, formatNumber } from '#src/ui/format.ts'
import { type ListAnswer, ListPage } from '#src/ui/ListPage.tsx'
import type { Column } from '#src/ui/Table.tsx'

const PAGE_SIZE = 25

/** Input of a list of groups: the page that the address names. */
export function useGroupPage(): { readonly page: number; readonly page_size: number } {
  const [query] = useSearchParams()
  return { page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1), page_size: PAGE_SIZE }
}

interface Props<T> {
  view: 'chains' | 'batches'
  /** Column of the names. */
  label: string
  answer: ListAnswer<T>
  /** Columns between name and state. */
  more?: readonly Column[]
  stateWidth: string
  actionsWidth: number
  empty: ReactNode
  renderRow: (group: T) => ReactNode
}

/** Groups of tasks, newest first, in pages. */
export function GroupTable<T>(props: Props<T>): ReactNode {
  const { view, label, answer, more = [], stateWidth, actionsWidth, empty, renderRow } = props
  const { t } = useTranslation('tasks')
  const [, setQuery] = useSearchParams()
  const { page } = useGroupPage()
  return (
    <ListPage
      answer={answer}
      className="history-table"
      columns={[
        { key: 'name', label },
        ...more,
        { key: 'state', label: t('column_state'), width: stateWidth },
        { key: 'credits', label: t('column_credits'), isNumber: true, width: 76 },
        { key: 'started', label: t('column_started'), width: 108 },
        { key: 'actions', label: t('column_actions'), isUnseen: true, width: actionsWidth },
      ]}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={(next) => setQuery({ view, page: String(next) })}
      place="page"
      failedTitle={t('history_failed')}
      empty={empty}
      renderRow={renderRow}
    />
  )
}

/** The cell with a group's name, and what it is. */
export function GroupName({ name, to, children }: { name: string; to: string; children: ReactNode }): ReactNode {
  return (
    <td>
      <div className="task-of">
        <div>
          <Link className="task-open ellipsis" to={to} title={name}>
            {name}
          </Link>
          <span className="muted task-kind">{children}</span>
        </div>
      </div>
    </td>
  )
}

interface FactsProps {
  state: ReactNode
  credits: number
  createTime: string
  /** Its actions. */
  children: ReactNode
}

/** The cells from a group's state to its actions. */
export function GroupFacts({ state, credits, createTime, children }: FactsProps): ReactNode {
  return (
    <>
      <td className="task-is">{state}</td>
      <td className="number">{formatNumber(credits)}</td>
      <td className="task-when">
        <time dateTime={createTime}>{formatAgo(createTime)}</time>
      </td>
      <td>
        <div className="table-actions task-actions">{children}</div>
      </td>
    </>
  )
}
