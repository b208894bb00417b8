import './tasks.css'
import { Tag } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState, type TaskStateName } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { notify } from '#src/ui/toaster.ts'
import { kindOf } from './kinds.ts'

const intents: Record<TaskStateName, 'none' | 'primary' | 'success' | 'danger'> = {
  queued: 'none',
  running: 'primary',
  succeeded: 'success',
  failed: 'danger',
}

/** Roughly, as the estimate is; undefined where there is none. */
function remainingText(t: TFunction<'tasks'>, seconds: number | null): string | undefined {
  if (seconds === null) return undefined
  if (seconds < 60) return t('remaining_soon')
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? t('remaining_minutes', { n: minutes }) : t('remaining_hours', { n: Math.round(minutes / 60) })
}

/** One task: what it is, how far it is, what came of it. */
export function TaskLine({ task, wide = false }: { task: Task; wide?: boolean }): ReactNode {
  const { t } = useTranslation('tasks')
  const [deleting, setDeleting] = useState(false)
  const kind = kindOf(task.task_type)
  const { name: state, canDownload, canDelete } = describeTaskState(task.state)
  const remove = async (): Promise<void> => {
    try {
      await call('deleteTask', { task_id: task.task_id })
      notify.success(t('common:deleted'))
      await refresh('listTasks', 'sumTasks', 'getInfo')
    } catch (error) {
      notifyFailure(error)
    } finally {
      setDeleting(false)
    }
  }
  return (
    <li
      className={wide ? 'task task-wide' : 'task'}
      data-task={task.task_id}
      data-type={task.task_type}
      data-state={state}
    >
      <div className="task-head">
        <Tag minimal round intent={intents[state]} className="task-state">
          {t(`state_${state}`)}
        </Tag>
        {wide && kind && <kind.icon size={14} />}
        <span className="ellipsis task-name" title={task.task_name}>
          {t(kind?.name ?? 'type_other')}
          {wide && ` · ${task.task_name}`}
        </span>
        <span className="muted task-time">{remainingText(t, task.remaining_s) ?? formatAgo(task.create_time)}</span>
        {canDownload && kind && <kind.Result task={task} />}
        {wide && canDelete && (
          <IconButton size="small" icon={<Trash />} onClick={() => setDeleting(true)} label={t('delete_task')} />
        )}
      </div>
      {state === 'running' && <Progress value={task.progress} label={t('state_running')} className="task-bar" />}
      {state === 'failed' && <p className="task-failed">{task.fail_msg}</p>}
      <ConfirmDialog
        open={deleting}
        text={t('delete_task_question')}
        confirmText={t('common:delete')}
        onConfirm={() => void remove()}
        onClose={() => setDeleting(false)}
      />
    </li>
  )
}
