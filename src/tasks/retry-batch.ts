import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, idempotencyKey } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'

/** Starts the failed tasks of a batch again, each once a press, and says which could not be. */
export function useRetryBatch(batchId: string): { busy: boolean; retry: () => Promise<void> } {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    try {
      const { refused, task_sum_fail } = await call('retryBatch', {
        batch_id: batchId,
        idempotency_key: idempotencyKey(),
      })
      if (refused.length === 0) notify.success(t('submitted'))
      else notify.error(t('retry_left', { count: task_sum_fail, reasons: refused.join(' ') }))
    } catch (error) {
      notifyFailure(error)
    }
    // Some may have been started before credits ran out.
    await refresh('getBatch', 'listBatches', 'listTasks', 'sumTasks', 'getInfo')
    setBusy(false)
  }
  return { busy, retry }
}
