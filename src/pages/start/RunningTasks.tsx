import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Task } from '#core/contract/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { TaskState } from '#src/tasks/TaskState.tsx'
import { Film } from '#src/ui/icons.ts'

const SHOWN = 6

/** Waiting and running tasks with progress; hidden if there are none. */
export function RunningTasks(): ReactNode {
  const { t } = useTranslation('start')
  const { data } = useCall('listRunning', {})
  const tasks = data?.list ?? []
  if (tasks.length === 0) return null
  return (
    <section aria-labelledby="start-running">
      <div className="start-head">
        <h2 id="start-running">{t('running', { count: tasks.length })}</h2>
        <Link to="/lab/history">{t('all_tasks')}</Link>
      </div>
      <ul className="running-tasks">
        {tasks.slice(0, SHOWN).map((task) => (
          <RunningTask key={task.task_id} task={task} />
        ))}
      </ul>
    </section>
  )
}

function RunningTask({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const kind = kindOf(task.task_type)
  return (
    <li className="running-task" data-task={task.task_id}>
      <span className="running-cover">{task.cover ? <img src={task.cover} alt="" /> : <Film />}</span>
      <span className="running-name">
        <strong className="ellipsis" title={task.task_name}>
          {task.task_name}
        </strong>
        <span className="muted">{t(kind?.name ?? 'type_other')}</span>
      </span>
      <TaskState task={task} />
    </li>
  )
}
