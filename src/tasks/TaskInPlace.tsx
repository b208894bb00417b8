import './task-in-place.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { endedAtMask } from '#core/domain/erase.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Refresh } from '#src/ui/icons.ts'
import { LookAtMask } from './erase-mask/LookAtMask.tsx'
import { kindOf } from './kinds.ts'
import { RetryDialog } from './RetryDialog.tsx'
import { TaskProgress } from './TaskProgress.tsx'
import { TaskState } from './TaskState.tsx'

/** A task where it was started: its progress in place of the button, then the result, or why it failed and what to do. */
export function TaskInPlace({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const kind = kindOf(task.task_type)
  const { name: state, isOngoing, canDownload } = describeTaskState(task.state)
  const name = t(kind?.name ?? 'type_other')
  if (isOngoing) return <TaskProgress task={task} label={name} />
  if (state === 'failed') return <FailedInPlace task={task} name={name} />
  return (
    <div className="task-in-place" data-task={task.task_id} data-state={state} role="group" aria-label={name}>
      <strong className="ellipsis">{name}</strong>
      <TaskState task={task} />
      {canDownload && kind && (
        <span className="task-results">
          <kind.Result task={task} />
        </span>
      )}
    </div>
  )
}

function FailedInPlace({ task, name }: { task: Task; name: string }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <div className="task-in-place-failed" data-task={task.task_id} data-state="failed">
      <Callout intent="danger">
        <strong>{t('failed_title', { name })}</strong>
        <p role="alert">{task.fail_msg}</p>
        <div className="task-in-place-ways">
          <RetryButton task={task} />
          <span className="muted">{t('try_again_below')}</span>
        </div>
      </Callout>
    </div>
  )
}

/** Starts a failed task again, or shows what it would have erased. */
export function RetryButton({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  if (!kindOf(task.task_type)) return null
  if (endedAtMask(task)) return <LookAtMask task={task} size="small" />
  return (
    <>
      <Button size="small" icon={<Refresh />} text={t('common:retry')} onClick={() => setOpen(true)} />
      {isOpen && <RetryDialog task={task} onClose={() => setOpen(false)} />}
    </>
  )
}
