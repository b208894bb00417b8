import './compare.css'
import './tasks.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { CompareDialog } from './CompareDialog.tsx'
import { kindOf } from './kinds.ts'
import { TaskState } from './TaskState.tsx'

/** A task in a row: name with comparison, state, and result. */
export function ComparedTask({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  const kind = kindOf(task.task_type)
  const { name: state, canDownload } = describeTaskState(task.state)
  return (
    <div className="compared-task" data-task={task.task_id} data-type={task.task_type} data-state={state}>
      <button type="button" onClick={() => setOpen(true)}>
        <span className="ellipsis">{task.task_name}</span>
        <span className="muted">{t(kind?.name ?? 'type_other')}</span>
      </button>
      <TaskState task={task} />
      <span className="task-results">{canDownload && kind && <kind.Result task={task} />}</span>
      {isOpen && <CompareDialog task={task} onClose={() => setOpen(false)} />}
    </div>
  )
}
