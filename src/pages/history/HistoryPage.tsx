import './history.css'
import { Button, NonIdealState, Spinner } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { TaskLine } from '#src/tasks/TaskLine.tsx'

const PAGE = 20

/** All tasks of an account, newest first, in pages. */
export function HistoryPage(): ReactNode {
  const { t } = useTranslation('tasks')
  const { user } = useSnapshot(account)
  const [page, setPage] = useState(1)
  const { data, isLoading } = useCall('listTasks', user?.is_vistor ? undefined : { page, page_size: PAGE }, {
    keepPreviousData: true,
  })
  if (user?.is_vistor) {
    return (
      <NonIdealState
        icon={<History size={48} />}
        title={t('history_login')}
        action={
          <Link className="bp6-button bp6-intent-primary" to="/login?redirect=%2Flab%2Fhistory">
            {t('common:log_in')}
          </Link>
        }
      />
    )
  }
  if (isLoading) return <Spinner className="page-spinner" />
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE))
  return (
    <div className="history">
      <h1>{t('history')}</h1>
      {data?.list.length === 0 && (
        <NonIdealState icon={<History size={48} />} title={t('no_tasks')} description={t('no_tasks_text')} />
      )}
      <ul className="history-list">
        {data?.list.map((task) => (
          <TaskLine key={task.task_id} task={task} wide />
        ))}
      </ul>
      {pages > 1 && (
        <div className="pager">
          <Button disabled={page === 1} text={t('common:previous')} onClick={() => setPage(page - 1)} />
          <span className="muted">
            {page} / {pages}
          </span>
          <Button disabled={page === pages} text={t('common:next')} onClick={() => setPage(page + 1)} />
        </div>
      )}
    </div>
  )
}
