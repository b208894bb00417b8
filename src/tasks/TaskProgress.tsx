import './task-in-place.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { Button } from '#src/ui/Button.ts'
import { RemoveTask } from './RemoveTask.tsx'
import { TaskState } from './TaskState.tsx'

interface Props {
  task: Task
  /** Name of the work. */
  label: string
}

/** An unfinished task in place of the button that started it. */
export function TaskProgress({ task, label }: Props): ReactNode {
  const { name: state } = describeTaskState(task.state)
  return (
    <div className="task-in-place" data-task={task.task_id} data-state={state} role="group" aria-label={label}>
      {state === 'queued' && <strong className="ellipsis">{label}</strong>}
      <TaskState task={task} isWide />
      {state === 'queued' && <CancelButton task={task} />}
    </div>
  )
}

/** Cancels a waiting task, whose credits are returned. */
export function CancelButton({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="small" text={t('cancel_task')} onClick={() => setAsks(true)} />
      {asks && <RemoveTask task={task} onClose={() => setAsks(false)} />}
    </>
  )
}
