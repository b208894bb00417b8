import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, idempotencyKey } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'

/** Starts the failed tasks of a batch again; one press starts each once. */
export function useRetryBatch(batchId: string): { busy: boolean; retry: () => Promise<void> } {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('retryBatch', { batch_id: batchId, idempotency_key: idempotencyKey() })
      notify.success(t('submitted'))
      await refresh('getBatch', 'listBatches', 'listTasks', 'getInfo')
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, retry }
}
