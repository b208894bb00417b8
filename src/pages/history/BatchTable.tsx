import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Batch } from '#core/contract/batch.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { BatchState } from '#src/tasks/BatchState.tsx'
import { kindOf } from '#src/tasks/kinds.ts'
import { useRetryBatch } from '#src/tasks/retry.ts'
import { AnchorButton, Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { formatNumber } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Download, Refresh, Trash } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { notify } from '#src/ui/toaster.ts'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { GroupFacts, GroupName, GroupTable, useGroupPage } from './GroupTable.tsx'

/** Batches, newest first, in pages. */
export function BatchTable(): ReactNode {
  const { t } = useTranslation('tasks')
  const answer = useCall('listBatches', useGroupPage(), { keepPreviousData: true })
  return (
    <GroupTable
      view="batches"
      label={t('column_batch')}
      answer={{ ...answer, data: answer.data, error: answer.error }}
      more={[{ key: 'tasks', label: t('column_tasks'), isNumber: true, width: 76 }]}
      stateWidth="24%"
      actionsWidth={276}
      empty={<NoBatches />}
      renderRow={(batch) => <BatchRow key={batch.batch_id} batch={batch} />}
    />
  )
}

function BatchRow({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('tasks')
  const { batch_id, task_type, folder_name, file_sum, task_sum, credits, create_time } = batch
  const kind = kindOf(task_type)
  return (
    <tr data-batch={batch_id}>
      <GroupName name={folder_name} to={`/lab/pro/batch/${batch_id}`}>
        {kind && <kind.icon size={12} />}
        <span className="ellipsis">
          {t(kind?.name ?? 'type_other')} · {t('batch_files', { count: file_sum })}
        </span>
      </GroupName>
      <td className="number">
        <Link to={`?batch=${batch_id}`} aria-label={t('tasks_of_batch', { count: task_sum })}>
          {formatNumber(task_sum)}
        </Link>
      </td>
      <GroupFacts state={<BatchState batch={batch} />} credits={credits} createTime={create_time}>
        <BatchActions batch={batch} />
      </GroupFacts>
    </tr>
  )
}

/** Download of all results, retry of failures, and delete. */
function BatchActions({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('tasks')
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)
  const { batch_id, task_sum_fail, task_sum, download_url } = batch
  const { busy: isRetrying, retry } = useRetryBatch(batch_id)
  const remove = async (): Promise<void> => {
    setBusy(true)
    notify.loading(t('common:working'))
    try {
      await call('deleteBatch', { batch_id })
      notify.success(t('common:deleted'))
      await refresh('listBatches', 'listTasks', 'sumTasks', 'getInfo')
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
      setAsks(false)
    }
  }
  return (
    <>
      {download_url !== '' && (
        <AnchorButton size="small" icon={<Download />} text={t('download')} href={download_url} download />
      )}
      {task_sum_fail > 0 && (
        <Button
          size="small"
          icon={<Refresh />}
          text={t('common:retry')}
          loading={isRetrying}
          onClick={() => void retry()}
        />
      )}
      <IconButton size="small" icon={<Trash />} label={t('delete_batch')} onClick={() => setAsks(true)} />
      <ConfirmDialog
        open={asks}
        busy={busy}
        text={t('delete_batch_question', { count: task_sum })}
        confirmText={t('common:delete')}
        onConfirm={() => remove()}
        onClose={() => setAsks(false)}
      />
    </>
  )
}

function NoBatches(): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <NonIdealState
      className="state-page"
      icon={<EmptyScene of="batch" />}
      title={t('no_batches')}
      description={t('no_batches_text')}
      action={
        <LinkButton intent="primary" to="/lab/pro">
          {t('to_pro')}
        </LinkButton>
      }
    />
  )
}
