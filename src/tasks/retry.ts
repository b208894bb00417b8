import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { call, CallFailed, idempotencyKey } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'

/** Failed tasks that could not restart, and why. */
interface Left {
  readonly count: number
  readonly reasons: readonly string[]
}

interface Retry {
  readonly busy: boolean
  readonly retry: () => Promise<void>
}

function useRetry(start: () => Promise<Left>): Retry {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    try {
      const { count, reasons } = await start()
      if (reasons.length === 0) notify.success(t('submitted'))
      else notify.error(t('retry_left', { count, reasons: reasons.join(' ') }))
    } catch (error) {
      notifyFailure(error)
    }
    // Some may have started before credits ran out.
    await refresh('getBatch', 'listBatches', 'listChains', 'listTasks', 'listRunning', 'sumTasks', 'getInfo')
    setBusy(false)
  }
  return { busy, retry }
}

/** Restarts a batch's failed tasks, and reports those that could not. */
export function useRetryBatch(batch_id: string): Retry {
  return useRetry(async () => {
    const { refused, task_sum_fail } = await call('retryBatch', { batch_id, idempotency_key: idempotencyKey() })
    return { count: task_sum_fail, reasons: refused }
  })
}

/** Its chain tries it again, and goes on. */
const isOfChain = ({ chain_id, video_id }: Task): boolean => chain_id !== '' && video_id !== ''

/** The same for selected tasks. */
export function useRetryTasks(tasks: readonly Task[]): Retry {
  return useRetry(async () => {
    const refusals: string[] = []
    const ofChains = Map.groupBy(tasks.filter(isOfChain), ({ chain_id }) => chain_id)
    const calls = [
      ...[...ofChains].map(([chain_id, failed]) => () => {
        const video_ids = [...new Set(failed.map(({ video_id }) => video_id))]
        return call('retryChain', { chain_id, video_ids, idempotency_key: idempotencyKey() })
      }),
      ...tasks
        .filter((task) => !isOfChain(task))
        .map(
          ({ task_id }) =>
            () =>
              call('retryTask', { task_id, idempotency_key: idempotencyKey() }),
        ),
    ]
    for (const again of calls) {
      try {
        await again()
      } catch (error) {
        if (!(error instanceof CallFailed) || error.isOffline) throw error
        refusals.push(error.message)
      }
    }
    return { count: refusals.length, reasons: [...new Set(refusals)] }
  })
}
