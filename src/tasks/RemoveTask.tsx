import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { notify } from '#src/ui/toaster.ts'
import { deleteQuestion } from './task-words.ts'

/** Confirms the deletion of a task; a waiting one returns its credits. */
export function RemoveTask({ task, onClose }: { task: Task; onClose: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const isQueued = describeTaskState(task.state).name === 'queued'
  const remove = async (): Promise<void> => {
    try {
      await call('deleteTask', { task_id: task.task_id })
      notify.success(t(isQueued ? 'task_cancelled' : 'common:deleted'))
      await refresh('listTasks', 'listRunning', 'sumTasks', 'getInfo', 'quote', 'quoteBatch')
    } catch (error) {
      notifyFailure(error)
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      text={isQueued ? t('cancel_task_question', { count: task.credits }) : t(deleteQuestion(task))}
      confirmText={t(isQueued ? 'cancel_task' : 'common:delete')}
      cancelText={isQueued ? t('keep_task') : undefined}
      onConfirm={() => remove()}
      onClose={onClose}
    />
  )
}
