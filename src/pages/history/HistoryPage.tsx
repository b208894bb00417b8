import './history.css'
import '#src/ui/states.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { Task } from '#core/contract/task.ts'
import { type KeysetList, useKeyset } from '#src/api/keyset.tsx'
import { account } from '#src/api/session.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { NoMatch } from '#src/ui/NoMatch.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { type Column, Table } from '#src/ui/Table.tsx'
import { firstOfEach } from '#src/ui/VirtualGrid.tsx'
import { BatchTable } from './BatchTable.tsx'
import { BulkBar } from './BulkBar.tsx'
import { ChainTable } from './ChainTable.tsx'
import { type HistorySort, type HistoryView, useHistoryView } from './history-filter.ts'
import { HistoryFilters } from './HistoryFilters.tsx'
import { TaskRow } from './TaskRow.tsx'
import { useKeyboardPlace } from './use-keyboard-place.ts'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const PAGE_SIZE = 50
const ROW_HEIGHT = 61

/** Groups of tasks, each with a separate list. */
const groups = ['chains', 'batches'] as const

/** All tasks, chains or batches of an account, newest first; the address has the filter. */
export function HistoryPage(): ReactNode {
  const { t } = useTranslation('tasks')
  const { user } = useSnapshot(account)
  const [query, setQuery] = useSearchParams()
  if (user?.is_vistor) return <ForCustomers />
  const view = groups.find((group) => group === query.get('view')) ?? 'tasks'
  return (
    <div className={view === 'tasks' ? 'history history-filled' : 'history'}>
      <div className="history-head">
        <h1>{t('history')}</h1>
        <SegmentedControl
          size="small"
          value={view}
          onValueChange={(next) => setQuery(next === 'tasks' ? {} : { view: next })}
          options={[
            { value: 'tasks', label: t('column_tasks') },
            { value: 'chains', label: t('chains') },
            { value: 'batches', label: t('batches') },
          ]}
        />
      </div>
      {view === 'tasks' ? <Tasks /> : view === 'chains' ? <ChainTable /> : <BatchTable />}
    </div>
  )
}

function Tasks(): ReactNode {
  const { t } = useTranslation('tasks')
  const view = useHistoryView()
  const { items, total, error, loadersOf, retry } = useKeyset('listTasks', view.input, PAGE_SIZE)
  const isNew = items?.length === 0 && !view.isFiltered
  const { root, onFocus } = useKeyboardPlace(items)
  return (
    <div ref={root} className="history-tasks" onFocus={onFocus}>
      {!isNew && <HistoryFilters filter={view.filter} total={items && total} onChange={view.change} />}
      {items?.length !== 0 && !(error && !items) ? (
        <TaskTable tasks={items} total={total} loadersOf={loadersOf} view={view} />
      ) : (
        <div className="table-place table-place-page">
          {loadersOf(0, 0)}
          {!items && error && (
            <Failing
              title={t('history_failed')}
              text={error.isOffline ? t('common:offline') : error.message}
              busy={false}
              onRetry={retry}
            />
          )}
          {items && (isNew ? <NoTasks /> : <NoMatch title={t('no_match')} onClear={view.clear} />)}
        </div>
      )}
    </div>
  )
}

interface TableProps {
  /** Undefined while loading. */
  readonly tasks: readonly Task[] | undefined
  readonly total: number
  readonly loadersOf: KeysetList<Task>['loadersOf']
  readonly view: HistoryView
}

/** The tasks as rows, virtualised. */
function TaskTable({ tasks: listed, total, loadersOf, view }: TableProps): ReactNode {
  const { t } = useTranslation('tasks')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const scroller = useRef<HTMLDivElement>(null)
  const every = useRef<HTMLInputElement>(null)
  const tasks = useMemo(() => firstOfEach(listed ?? [], ({ task_id }) => task_id), [listed])
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => tasks[index]?.task_id ?? index,
    overscan: 6,
  })
  const order = JSON.stringify(view.input)
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [order])
  const there = tasks.filter(({ task_id }) => chosen.has(task_id))
  const isAll = tasks.length > 0 && there.length === tasks.length
  const turn = useCallback((id: string): void => {
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  // The bar disappears with the focus in it.
  const leave = (): void => {
    setChosen(new Set())
    every.current?.focus()
  }
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  const all = (
    <Checkbox
      inputRef={every}
      checked={isAll}
      indeterminate={!isAll && there.length > 0}
      aria-label={t('choose_all_tasks')}
      onChange={() => setChosen(new Set(isAll ? [] : tasks.map(({ task_id }) => task_id)))}
    />
  )
  return (
    <>
      <BulkBar tasks={there} onDone={leave} />
      <div ref={scroller} className={there.length > 0 ? 'history-scroll history-choosing' : 'history-scroll'}>
        {loadersOf(first?.index ?? 0, last?.index ?? 0)}
        <Table
          className="history-table"
          columns={[{ key: 'choice', width: 40, label: all }, ...useColumns(view)]}
          isLoading={!listed}
          rowCount={total}
        >
          <Space height={first?.start ?? 0} />
          {shown.map(({ index, key }) => (
            <TaskRow
              key={key}
              task={tasks[index]!}
              index={index}
              measure={rows.measureElement}
              isChosen={chosen.has(String(key))}
              onChoose={turn}
            />
          ))}
          <Space height={rows.getTotalSize() - (last?.end ?? 0)} />
        </Table>
      </div>
    </>
  )
}

/** Columns, most of them sortable. */
function useColumns(view: HistoryView): readonly Column[] {
  const { t } = useTranslation('tasks')
  const ordering = (sort: HistorySort): Column['ordering'] => ({
    direction: view.sort !== sort ? 'none' : view.isAscending ? 'ascending' : 'descending',
    onOrder: () => view.sortBy(sort),
  })
  return [
    { key: 'name', label: t('column_task'), ordering: ordering('task_name') },
    { key: 'languages', label: t('column_languages'), width: '13%' },
    { key: 'state', label: t('column_state'), width: '17.5%', ordering: ordering('state') },
    { key: 'length', label: t('fact_length'), width: 68, isNumber: true, ordering: ordering('duration_ms') },
    { key: 'credits', label: t('column_credits'), width: 80, isNumber: true, ordering: ordering('credits') },
    { key: 'started', label: t('column_started'), width: 104, ordering: ordering('create_time') },
    { key: 'actions', label: t('column_actions'), width: 252, isUnseen: true },
  ]
}

/** Placeholder for rows outside the page. */
function Space({ height }: { height: number }): ReactNode {
  if (height <= 0) return null
  return (
    <tr className="history-space" aria-hidden>
      <td colSpan={8} style={{ height }} />
    </tr>
  )
}

function NoTasks(): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <NonIdealState
      className="state-page"
      icon={<EmptyScene of="tasks" />}
      title={t('no_tasks')}
      description={t('no_tasks_text')}
      action={
        <LinkButton intent="primary" to="/lab/library">
          {t('to_library')}
        </LinkButton>
      }
    />
  )
}

/** A visitor has no history. */
function ForCustomers(): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <NonIdealState
      className="state-page"
      icon={<EmptyScene of="tasks" />}
      title={t('history_login')}
      action={
        <LinkButton intent="primary" to="/login?redirect=%2Flab%2Fhistory">
          {t('common:log_in')}
        </LinkButton>
      }
    />
  )
}
