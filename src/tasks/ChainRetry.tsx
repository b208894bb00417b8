import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainInfo } from '#core/contract/chain.ts'
import type { InputOf } from '#core/contract/index.ts'
import type { Task } from '#core/contract/task.ts'
import { canRetry } from '#core/tasks/chain.ts'
import { call, idempotencyKey } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { notify } from '#src/ui/toaster.ts'

interface Props {
  task: Task
  chain: ChainInfo
  onBusy: (busy: boolean) => void
  onClose: () => void
}

/** Whether a failed task is what its chain waits for: then the chain tries it again, and goes on. */
export function failedIn(chain: ChainInfo | undefined, { task_id }: Task): boolean {
  return stepsOf(chain).some((step) => step.task_id === task_id && canRetry(step))
}

const stepsOf = (chain: ChainInfo | undefined): ChainInfo['videos'][number]['steps'] =>
  chain?.videos.flatMap(({ steps }) => steps) ?? []

/** Tries a chain's failed steps of a video again, and what depends on them, for the price of now. */
export function ChainRetry({ task: { video_id, task_name }, chain, onBusy, onClose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  const [idempotency_key] = useState(idempotencyKey)
  const { data, error } = useCall('quoteChain', choiceOf(chain, video_id))
  const again = chain.videos.find((video) => video.video_id === video_id)?.steps.filter(canRetry) ?? []
  const keys = new Set(again.map(({ key }) => key))
  const steps = data?.videos.flatMap((video) => video.steps).filter(({ key }) => keys.has(key))
  const credits = steps?.reduce((sum, step) => sum + step.credits, 0)
  const retry = async (): Promise<void> => {
    setBusy(true)
    onBusy(true)
    try {
      const chosen = { chain_id: chain.chain_id, video_ids: [video_id] }
      await call('retryChain', { ...chosen, idempotency_key })
      notify.success(t('submitted'))
      await refresh('listChains', 'getChain', 'listTasks', 'listRunning', 'sumTasks', 'getInfo')
      onClose()
    } catch (refused) {
      notifyFailure(refused)
    } finally {
      setBusy(false)
      onBusy(false)
    }
  }
  return (
    <>
      <DialogBody>
        <p>
          <strong>{t('tray_chain')}</strong> · {task_name}
        </p>
        <p className="muted">{t('retry_chain_text')}</p>
        {error && <p role="alert">{error.isOffline ? t('common:offline') : error.message}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <div className="run-buttons">
            <Button text={t('common:cancel')} onClick={onClose} disabled={busy} />
            <Button
              intent="primary"
              loading={busy}
              disabled={credits === undefined}
              text={credits ? t('start_for', { count: credits }) : t('common:retry')}
              onClick={() => void retry()}
            />
          </div>
        }
      />
    </>
  )
}

/** What the chain was started with, for one of its videos. */
function choiceOf(chain: ChainInfo, videoId: string): InputOf<'quoteChain'> {
  const { source_language, to_languages, subtitles, erase, dub, synthesis_type, stops, settings, project_id } = chain
  return {
    ...(source_language !== '' && { source_language }),
    ...(project_id !== '' && { project_id }),
    ...{ subtitles, erase, dub, synthesis_type, stops, settings, video_ids: [videoId] },
    to_languages: to_languages as InputOf<'quoteChain'>['to_languages'],
  }
}
