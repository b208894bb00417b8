import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { Dialog } from '#src/ui/Dialog.ts'
import { ChainRetry, failedIn } from './ChainRetry.tsx'
import type { RunRequest } from './kind.ts'
import { kindOf } from './kinds.ts'
import { Offered } from './RunDialog.tsx'

/** Restarts a failed task with the same choices at the current price; of a chain, the chain goes on with it. */
export function RetryDialog({ task, onClose }: { task: Task; onClose: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  const kind = kindOf(task.task_type)
  const { data: chain, isLoading } = useCall('getChain', task.chain_id === '' ? undefined : { chain_id: task.chain_id })
  if (isLoading) return null
  if (chain && failedIn(chain, task)) {
    return (
      <Dialog isOpen title={t('retry_title')} onClose={onClose} canOutsideClickClose={!busy} className="run-dialog">
        <ChainRetry task={task} chain={chain} onBusy={setBusy} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog isOpen title={t('retry_title')} onClose={onClose} canOutsideClickClose={!busy} className="run-dialog">
      <Offered request={requestOf(task)} goneText={t('retry_gone')} busy={busy} onBusy={setBusy} onClose={onClose}>
        <p>
          <strong>{t(kind?.name ?? 'type_other')}</strong> · {task.task_name}
        </p>
        <p className="muted">{t('retry_text')}</p>
      </Offered>
    </Dialog>
  )
}

function requestOf({ task_id, task_type, task_config, video_id, source_file_id }: Task): RunRequest {
  return {
    quote: {
      ...task_config,
      task_type,
      ...(video_id !== '' && { video_id }),
      ...(source_file_id !== '' && { file_id: source_file_id }),
    },
    choices: { task_id },
    start: (idempotency_key) => call('retryTask', { task_id, idempotency_key }),
  }
}
