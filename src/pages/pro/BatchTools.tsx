import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '#core/contract/batch.ts'
import { useRetryBatch } from '#src/tasks/retry.ts'
import { Button } from '#src/ui/Button.ts'
import { Download, Refresh } from '#src/ui/icons.ts'
import { BatchReview } from './review/ReviewTools.tsx'
import { DownloadDialog } from './batch/DownloadDialog.tsx'

/** A batch's buttons, each with its own dialog. */
export function BatchTools({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation('pro')
  const [isOpen, setOpen] = useState(false)
  const { busy, retry } = useRetryBatch(batch.batch_id)
  return (
    <>
      {batch.task_sum_fail > 0 && (
        <Button
          icon={<Refresh />}
          loading={busy}
          text={t('retry_failed', { count: batch.task_sum_fail })}
          onClick={() => void retry()}
        />
      )}
      {batch.task_sum_success > 0 && <BatchReview batch={batch} />}
      <Button
        intent="primary"
        icon={<Download />}
        text={t('download')}
        disabled={batch.download_url === ''}
        onClick={() => setOpen(true)}
      />
      {isOpen && <DownloadDialog batch={batch} onClose={() => setOpen(false)} />}
    </>
  )
}
