import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { deleteQuestion, taskLanguages } from '#src/tasks/task-words.ts'
import { TaskState } from '#src/tasks/TaskState.tsx'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { formatAgo } from '#src/ui/format.ts'
import { Trash } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { reportTask } from '../dialogs/report-task.ts'
import { notify } from '#src/ui/toaster.ts'

/** One task: facts, progress, result, and delete. */
export function TaskDialog({ task: chosen, onClose }: { task: Task; onClose: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useLanguageNames()
  const [asks, setAsks] = useState(false)
  const { data: task = chosen } = useCall('getTask', { task_id: chosen.task_id })
  const kind = kindOf(task.task_type)
  const { name: state, canDownload, canDelete } = describeTaskState(task.state)
  const report = (): void => {
    onClose()
    reportTask(task)
  }
  const remove = async (): Promise<void> => {
    notify.loading(t('common:working'))
    try {
      await call('deleteTask', { task_id: task.task_id })
      notify.success(t('common:deleted'))
      await refresh('listTasks', 'listRunning', 'sumTasks', 'getInfo')
      onClose()
    } catch (error) {
      notifyFailure(error)
    } finally {
      setAsks(false)
    }
  }
  return (
    <Dialog isOpen title={task.task_name} onClose={onClose}>
      <DialogBody className="task-dialog">
        <p className="muted">
          {[t(kind?.name ?? 'type_other'), taskLanguages(task).map(nameOf).join(' → '), formatAgo(task.create_time)]
            .filter((text) => text !== '')
            .join(' · ')}
        </p>
        <TaskState task={task} />
        {state === 'failed' && (
          <p className="muted">
            {t('failed_help')} <Button size="small" variant="minimal" text={t('failed_report')} onClick={report} />
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {canDownload && kind && <kind.Result task={task} />}
            <Button
              icon={<Trash />}
              text={t('common:delete')}
              disabled={!canDelete}
              title={canDelete ? undefined : t('errors:being_generated')}
              onClick={() => setAsks(true)}
            />
          </>
        }
      />
      <ConfirmDialog
        open={asks}
        text={t(deleteQuestion(task))}
        confirmText={t('common:delete')}
        onConfirm={() => remove()}
        onClose={() => setAsks(false)}
      />
    </Dialog>
  )
}
