import { Button } from '@blueprintjs/core'
import { Cross, Download, Trash } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { notify } from '#src/ui/toaster.ts'

interface Props {
  /** The chosen ones of this page. */
  tasks: readonly Task[]
  onDone: () => void
}

/** What can be done with all chosen tasks; nothing where none is chosen. */
export function BulkBar({ tasks, onDone }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (tasks.length === 0) return null
  const deletable = tasks.filter(({ state }) => describeTaskState(state).canDelete)
  const made = tasks.filter(({ state }) => describeTaskState(state).canDownload)
  const run = async (action: (task: Task) => Promise<void>, over: readonly Task[]): Promise<boolean> => {
    setBusy(true)
    notify.loading(t('common:working'))
    try {
      for (const task of over) await action(task)
      notify.end()
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const remove = async (): Promise<void> => {
    setAsking(false)
    const isDone = await run(async ({ task_id }) => void (await call('deleteTask', { task_id })), deletable)
    await refresh('listTasks', 'sumTasks', 'getInfo')
    if (!isDone) return
    notify.success(t('common:deleted'))
    onDone()
  }
  const download = async (): Promise<void> => {
    setBusy(true)
    try {
      const task_ids = made.map(({ task_id }) => task_id)
      const { url, file_name, file_sum } = await call('downloadTasks', { task_ids })
      Object.assign(document.createElement('a'), { href: url, download: file_name }).click()
      notify.success(t('download_begins', { count: file_sum }))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="history-bulk-bar" role="toolbar" aria-label={t('chosen_tasks', { count: tasks.length })}>
      <span>{t('chosen_tasks', { count: tasks.length })}</span>
      <Button
        size="small"
        icon={<Download />}
        text={t('download')}
        loading={busy}
        disabled={made.length === 0}
        onClick={() => void download()}
      />
      <Button
        size="small"
        icon={<Trash />}
        text={t('common:delete')}
        loading={busy}
        disabled={deletable.length === 0}
        onClick={() => setAsking(true)}
      />
      <IconButton size="small" icon={<Cross />} label={t('choose_none')} onClick={onDone} />
      <ConfirmDialog
        open={isAsking}
        text={t('delete_tasks_question', { count: deletable.length })}
        confirmText={t('common:delete')}
        onConfirm={() => remove()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
