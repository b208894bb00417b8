import './tasks.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { formatAgo } from '#src/ui/format.ts'
import { kindOf } from './kinds.ts'
import { TaskState } from './TaskState.tsx'

/** A task in a card: kind, progress, result. */
export function TaskLine({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const kind = kindOf(task.task_type)
  const { name: state, canDownload } = describeTaskState(task.state)
  return (
    <div className="task" data-task={task.task_id} data-type={task.task_type} data-state={state}>
      <div className="task-head">
        <span className="ellipsis task-name">{t(kind?.name ?? 'type_other')}</span>
        <span className="muted task-time">{formatAgo(task.create_time)}</span>
      </div>
      <div className="task-state-line">
        <TaskState task={task} />
        <span className="task-results">{canDownload && kind && <kind.Result task={task} />}</span>
      </div>
    </div>
  )
}
