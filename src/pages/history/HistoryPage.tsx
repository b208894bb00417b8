import './history.css'
import '#src/ui/states.css'
import { Button, Checkbox, SegmentedControl } from '@blueprintjs/core'
import { FilterRemove, History } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { Task } from '#core/contract/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { BatchTable } from './BatchTable.tsx'
import { BulkBar } from './BulkBar.tsx'
import { type HistorySort, type HistoryView, useHistoryView } from './history-filter.ts'
import { HistoryFilters } from './HistoryFilters.tsx'
import { SortHead } from './SortHead.tsx'
import { TaskRow } from './TaskRow.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** All tasks of an account, or its batches, newest first, in pages; which ones stands in the address. */
export function HistoryPage(): ReactNode {
  const { t } = useTranslation('tasks')
  const { user } = useSnapshot(account)
  const [query, setQuery] = useSearchParams()
  if (user?.is_vistor) return <ForCustomers />
  const isOfBatches = query.get('view') === 'batches'
  return (
    <div className="history">
      <div className="history-head">
        <h1>{t('history')}</h1>
        <SegmentedControl
          size="small"
          value={isOfBatches ? 'batches' : 'tasks'}
          onValueChange={(view) => setQuery(view === 'batches' ? { view } : {})}
          options={[
            { value: 'tasks', label: t('column_tasks') },
            { value: 'batches', label: t('batches') },
          ]}
        />
      </div>
      {isOfBatches ? <BatchTable /> : <Tasks />}
    </div>
  )
}

function Tasks(): ReactNode {
  const { t } = useTranslation('tasks')
  const view = useHistoryView()
  const { data, error, isValidating, mutate } = useCall('listTasks', view.input, { keepPreviousData: true })
  const tasks = data?.list
  const isNew = tasks?.length === 0 && !view.isFiltered && view.page === 1
  return (
    <>
      {!isNew && <HistoryFilters filter={view.filter} onChange={view.change} />}
      <div className="table-place table-place-page">
        {!tasks && error && (
          <Failing
            title={t('history_failed')}
            text={error.isOffline ? t('common:offline') : error.message}
            busy={isValidating}
            onRetry={() => void mutate()}
          />
        )}
        {(tasks ? tasks.length > 0 : !error) && <TaskTable tasks={tasks} view={view} />}
        {tasks?.length === 0 && (isNew ? <NoTasks /> : <NoMatch onClear={view.clear} />)}
      </div>
      {data && <Pager page={view.page} pageSize={view.pageSize} total={data.total} onPage={view.goTo} />}
    </>
  )
}

/** The tasks as rows; the places of some while they are fetched. */
function TaskTable({ tasks, view }: { tasks: readonly Task[] | undefined; view: HistoryView }): ReactNode {
  const { t } = useTranslation('tasks')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const there = tasks?.filter(({ task_id }) => chosen.includes(task_id)) ?? []
  const isAll = tasks !== undefined && tasks.length > 0 && there.length === tasks.length
  const turn = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const head = (sort: HistorySort, label: string, className = '') => (
    <SortHead sort={sort} label={label} className={className} view={view} />
  )
  return (
    <>
      <BulkBar tasks={there} onDone={() => setChosen([])} />
      <table className="history-table" aria-busy={!tasks}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                checked={isAll}
                indeterminate={!isAll && there.length > 0}
                aria-label={t('choose_all_tasks')}
                onChange={() => setChosen(isAll ? [] : (tasks ?? []).map(({ task_id }) => task_id))}
              />
            </th>
            {head('task_name', t('column_task'))}
            <th scope="col">{t('column_languages')}</th>
            {head('state', t('column_state'))}
            {head('duration_ms', t('fact_length'), 'number')}
            {head('credits', t('column_credits'), 'number')}
            {head('create_time', t('column_started'))}
            <th scope="col" aria-label={t('column_actions')} />
          </tr>
        </thead>
        {tasks ? (
          <tbody>
            {tasks.map((task) => (
              <TaskRow key={task.task_id} task={task} isChosen={chosen.includes(task.task_id)} onChoose={turn} />
            ))}
          </tbody>
        ) : (
          <tbody className="skeleton" aria-hidden>
            {[1, 2, 3, 4, 5].map((row) => (
              <tr key={row}>
                {[16, 220, 120, 90, 40, 24, 80, 60].map((width, at) => (
                  <td key={at}>
                    <span className="skeleton-block" style={{ width }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </>
  )
}

function NoTasks(): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <NonIdealState
      className="state-page"
      icon={<History size={40} />}
      title={t('no_tasks')}
      description={t('no_tasks_text')}
      action={
        <Link className="bp6-button bp6-intent-primary" to="/lab/library">
          {t('to_library')}
        </Link>
      }
    />
  )
}

function NoMatch({ onClear }: { onClear: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <NonIdealState
      className="state-page"
      icon={<FilterRemove size={40} />}
      title={t('no_match')}
      action={<Button text={t('clear_filters')} onClick={onClear} />}
    />
  )
}

/** A visitor has no history. */
function ForCustomers(): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <NonIdealState
      className="state-page"
      icon={<History size={40} />}
      title={t('history_login')}
      action={
        <Link className="bp6-button bp6-intent-primary" to="/login?redirect=%2Flab%2Fhistory">
          {t('common:log_in')}
        </Link>
      }
    />
  )
}
