import '#src/ui/bulk-bar.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { useRetryTasks } from '#src/tasks/retry.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Download, Refresh, Trash } from '#src/ui/icons.ts'
import { notify } from '#src/ui/toaster.ts'

interface Props {
  /** The selected ones of this page. */
  tasks: readonly Task[]
  onDone: () => void
}

/** Acts on all selected tasks; hidden without a selection. */
export function BulkBar({ tasks, onDone }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [isAsking, setAsking] = useState(false)
  const failed = tasks.filter(({ state }) => describeTaskState(state).name === 'failed')
  const { busy: isRetrying, retry } = useRetryTasks(failed)
  const deletion = useDeletion()
  const zip = useZip()
  const busy = deletion.busy || zip.busy
  if (tasks.length === 0) return null
  const deletable = tasks.filter(({ state }) => describeTaskState(state).canDelete)
  const made = tasks.filter(({ state }) => describeTaskState(state).canDownload)
  const remove = async (): Promise<void> => {
    setAsking(false)
    if (await deletion.run(deletable)) onDone()
  }
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('chosen_tasks', { count: tasks.length })}>
      <span>{t('chosen_tasks', { count: tasks.length })}</span>
      <span className="bulk-space" />
      <Button
        size="small"
        icon={<Download />}
        text={t('download')}
        loading={busy}
        disabled={made.length === 0}
        onClick={() => void zip.run(made)}
      />
      <Button
        size="small"
        icon={<Refresh />}
        text={t('common:retry')}
        loading={isRetrying}
        disabled={failed.length === 0}
        onClick={() => void retry().then(onDone)}
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

interface Bulk<T> {
  readonly busy: boolean
  readonly run: (tasks: readonly Task[]) => Promise<T>
}

/** Deletes tasks one after the other; false if one failed. */
function useDeletion(): Bulk<boolean> {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async (tasks: readonly Task[]): Promise<boolean> => {
    setBusy(true)
    notify.loading(t('working'))
    try {
      for (const { task_id } of tasks) await call('deleteTask', { task_id })
      notify.success(t('deleted'))
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      await refresh('listTasks', 'sumTasks', 'getInfo')
      setBusy(false)
    }
  }
  return { busy, run }
}

/** Downloads tasks' results as one zip. */
function useZip(): Bulk<void> {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  const run = async (tasks: readonly Task[]): Promise<void> => {
    setBusy(true)
    try {
      const task_ids = tasks.map(({ task_id }) => task_id)
      const { url, file_name, file_sum } = await call('downloadTasks', { task_ids })
      Object.assign(document.createElement('a'), { href: url, download: file_name }).click()
      notify.success(t('download_begins', { count: file_sum }))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
