import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { projectRuns, type ProjectType } from '#core/tasks/project.ts'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { TaskName } from '#src/tasks/ComparedTask.tsx'
import { kindOf } from '#src/tasks/kinds.ts'
import { TaskState } from '#src/tasks/TaskState.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { type Column, Table } from '#src/ui/Table.tsx'

const PAGE_SIZE = 8

interface Props {
  filter: { video_id: string } | { project_id: string }
  /** Of the page: tasks of its kinds are listed, the others on demand. */
  type: ProjectType
}

/** Tasks of a page's videos in pages, with progress and results; nothing if there are none. */
export function PageTasks({ filter, type }: Props): ReactNode {
  const { t } = useTranslation('taskpages')
  const { user } = useSnapshot(account)
  const [isOfAll, setOfAll] = useState(false)
  const [page, setPage] = useState(1)
  const ofKind = { ...filter, task_type: projectRuns[type].join(',') }
  const isVisitor = user?.is_vistor === true
  const options = { keepPreviousData: true }
  const input = { ...(isOfAll ? filter : ofKind), page, page_size: PAGE_SIZE }
  const { data } = useCall('listTasks', isVisitor ? undefined : input, options)
  const { data: all } = useCall('listTasks', isVisitor ? undefined : { ...filter, page_size: 1 }, options)
  const { data: kind } = useCall('listTasks', isVisitor ? undefined : { ...ofKind, page_size: 1 }, options)
  const sum = all?.total ?? 0
  if (!data || sum === 0) return null
  const isMixed = sum > (kind?.total ?? 0)
  const query = 'video_id' in filter ? `?video=${filter.video_id}` : `?project=${filter.project_id}`
  return (
    <section className="page-section page-tasks">
      <div className="page-tasks-head">
        <h2>{t('tasks_here')}</h2>
        {isMixed && (
          <SegmentedControl
            size="small"
            aria-label={t('tasks_here')}
            value={isOfAll ? 'all' : 'kind'}
            onValueChange={(value) => {
              setOfAll(value === 'all')
              setPage(1)
            }}
            options={[
              { value: 'kind', label: t('tasks_of_kind') },
              { value: 'all', label: t('tasks_of_all') },
            ]}
          />
        )}
        <Link to={`/lab/history${query}`}>{t('all_tasks', { count: sum })}</Link>
      </div>
      {data.list.length === 0 ? (
        <p className="muted">{t('no_tasks_of_kind')}</p>
      ) : (
        <Table columns={columnsOf(t)}>
          {data.list.map((task) => (
            <PageTask key={task.task_id} task={task} />
          ))}
        </Table>
      )}
      <Pager page={page} pageSize={PAGE_SIZE} total={data.total ?? 0} onPage={setPage} />
    </section>
  )
}

function columnsOf(t: TFunction<'taskpages'>): readonly Column[] {
  return [
    { key: 'task', label: t('tasks:column_task') },
    { key: 'state', label: t('tasks:column_state'), width: '34%' },
    { key: 'started', label: t('tasks:column_started'), width: 130 },
    { key: 'actions', label: t('tasks:column_actions'), isUnseen: true, width: 232 },
  ]
}

function PageTask({ task }: { task: Task }): ReactNode {
  const kind = kindOf(task.task_type)
  const { name: state, canDownload } = describeTaskState(task.state)
  return (
    <tr data-task={task.task_id} data-type={task.task_type} data-state={state}>
      <td>
        <TaskName task={task} />
      </td>
      <td>
        <TaskState task={task} />
      </td>
      <td className="muted">{formatAgo(task.create_time)}</td>
      <td>
        <div className="table-actions task-actions">{canDownload && kind && <kind.Result task={task} isRow />}</div>
      </td>
    </tr>
  )
}
