import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { ComparedTask } from '#src/tasks/ComparedTask.tsx'
import { formatAgo } from '#src/ui/format.ts'

const SHOWN = 20

/** Tasks of a page's videos, with progress and results. */
export function PageTasks({ filter }: { filter: { video_id: string } | { project_id: string } }): ReactNode {
  const { t } = useTranslation('taskpages')
  const { user } = useSnapshot(account)
  const { data } = useCall('listTasks', user?.is_vistor ? undefined : { ...filter, page_size: SHOWN })
  if (!data || data.list.length === 0) return null
  const total = data.total ?? 0
  const more = 'video_id' in filter ? `?video=${filter.video_id}` : `?project=${filter.project_id}`
  return (
    <section className="page-section task-recent">
      <h2>{t('tasks_here')}</h2>
      <ul className="page-tasks">
        {data.list.map((task) => (
          <li key={task.task_id}>
            <ComparedTask task={task} />
            <span className="muted page-task-when">{formatAgo(task.create_time)}</span>
          </li>
        ))}
      </ul>
      {total > SHOWN && <Link to={`/lab/history${more}`}>{t('all_tasks', { count: total })}</Link>}
    </section>
  )
}
