import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '#core/contract/batch.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { useRetryBatch } from '#src/tasks/retry.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Download, More, Refresh, Trash } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { notify } from '#src/ui/toaster.ts'

interface Props {
  batch: Batch
  onDeleted?: () => void
}

/** Downloads a batch's results, retries its failed tasks, or deletes it. */
export function BatchMenu({ batch, onDeleted }: Props): ReactNode {
  const { t } = useTranslation('pro')
  const [asks, setAsks] = useState(false)
  const { busy, retry } = useRetryBatch(batch.batch_id)
  const remove = async (): Promise<void> => {
    setAsks(false)
    try {
      await call('deleteBatch', { batch_id: batch.batch_id })
      notify.success(t('common:deleted'))
      onDeleted?.()
      await refresh('listBatches', 'listProFolders', 'getProFolder', 'getInfo')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <>
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem
              icon={<Download />}
              text={t('download')}
              disabled={batch.download_url === ''}
              href={batch.download_url === '' ? undefined : batch.download_url}
            />
            <MenuItem
              icon={<Refresh />}
              text={t('retry_failed', { count: batch.task_sum_fail })}
              disabled={busy || batch.task_sum_fail === 0}
              onClick={() => void retry()}
            />
            <MenuItem icon={<Trash />} intent="danger" text={t('common:delete')} onClick={() => setAsks(true)} />
          </Menu>
        }
      >
        <IconButton size="small" icon={<More />} className="pro-more" label={t('batch_actions')} />
      </Popover>
      <ConfirmDialog
        open={asks}
        text={t('delete_batch_question', { count: batch.task_sum })}
        confirmText={t('common:delete')}
        onConfirm={() => remove()}
        onClose={() => setAsks(false)}
      />
    </>
  )
}
