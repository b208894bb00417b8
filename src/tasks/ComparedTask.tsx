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
  const kind = kindOf(task.task_type)
  const { name: state, canDownload } = describeTaskState(task.state)
  return (
    <div className="compared-task" data-task={task.task_id} data-type={task.task_type} data-state={state}>
      <TaskName task={task} />
      <TaskState task={task} />
      <span className="task-results">{canDownload && kind && <kind.Result task={task} />}</span>
    </div>
  )
}

/** A task's name and kind; opens the comparison. */
export function TaskName({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="task-name-button" onClick={() => setOpen(true)}>
        <span className="ellipsis" title={task.task_name}>
          {task.task_name}
        </span>
        <span className="muted">{t(kindOf(task.task_type)?.name ?? 'type_other')}</span>
      </button>
      {isOpen && <CompareDialog task={task} onClose={() => setOpen(false)} />}
    </>
  )
}
