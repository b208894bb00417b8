import './tasks.css'
import { Button, Callout, Dialog, DialogBody, DialogFooter, Spinner } from '@blueprintjs/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SWRConfiguration } from 'swr'
import { useSnapshot } from 'valtio'
import { errorTable } from '#core/contract/errors.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import { idempotencyKey } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { account } from '#src/api/session.ts'
import { notify } from '#src/ui/toaster.ts'
import type { RunRequest, TaskKind } from './kind.ts'

/** While the dialog is open the offer may go away with the engine that makes it, or come back. */
const ASK_AGAIN_MS = 10_000
const askAgain: SWRConfiguration = {
  keepPreviousData: false,
  refreshInterval: ASK_AGAIN_MS,
  shouldRetryOnError: true,
  onErrorRetry: (_error, _key, _config, ask, { retryCount }) => {
    setTimeout(() => void ask({ retryCount }), ASK_AGAIN_MS)
  },
}

const GONE = errorTable.not_found.code

interface Props {
  kind: TaskKind
  video: Video
  onClose: () => void
}

/** Starts a task of a kind on a video: choices, price and engine, one button that can't charge twice. */
export function RunDialog({ kind, video, onClose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog isOpen title={t(kind.title)} onClose={onClose} canOutsideClickClose={!busy} className="run-dialog">
      <kind.Form video={video}>
        {(fields, request) => (
          <Offered request={request} busy={busy} onBusy={setBusy} onClose={onClose}>
            {fields}
          </Offered>
        )}
      </kind.Form>
    </Dialog>
  )
}

interface OfferedProps {
  request: RunRequest | undefined
  /** What is said where something that the task works on is no longer there. */
  goneText?: string
  busy: boolean
  onBusy: (busy: boolean) => void
  onClose: () => void
  children: ReactNode
}

/** The fields, what the server offers for the choices in them, and the button. */
export function Offered({ request, goneText, busy, onBusy, onClose, children }: OfferedProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { user } = useSnapshot(account)
  const choices = JSON.stringify(request?.choices)
  // One key for the same choices: an answer that was lost on the way starts no second task. Other choices are another task.
  const key = useMemo(() => ({ choices, value: idempotencyKey() }), [choices])
  const { data: offer, error, isLoading } = useCall('quote', request?.quote, askAgain)
  const { data: info } = useCall('getInfo', user?.is_vistor ? undefined : {})
  const isShort = offer !== undefined && info !== undefined && info.credits < offer.credits
  const footer = useRef<HTMLDivElement>(null)
  const [refusals, setRefusals] = useState(0)
  const start = async (wanted: RunRequest): Promise<void> => {
    onBusy(true)
    try {
      await wanted.start(key.value)
      notify.success(t('submitted'))
      await refresh('listTasks', 'sumTasks', 'getInfo')
      onClose()
    } catch (error) {
      notifyFailure(error)
      setRefusals(refusals + 1)
    } finally {
      onBusy(false)
    }
  }
  const isReady = offer?.available === true && !isShort && !user?.is_vistor
  // A button that can't be pressed loses the keyboard, while busy or while the offer is asked for again; without it,
  // Escape would not reach the dialog.
  useEffect(() => {
    if (refusals > 0 && !busy && !footer.current?.closest('[role=dialog]')?.contains(document.activeElement))
      [...(footer.current?.querySelectorAll('button:enabled') ?? [])].findLast(isElement)?.focus()
  }, [refusals, busy, isReady])
  return (
    <>
      <DialogBody>
        {children}
        {isLoading && <Spinner size={20} />}
        {offer && <Offer offer={offer} />}
        {!offer && error && (
          <Callout intent="warning" role="status">
            {error.isOffline ? t('common:offline') : error.code === GONE && goneText ? goneText : error.message}
          </Callout>
        )}
        {offer?.available && isShort && (
          <Callout intent="warning">{t('too_few_credits', { needed: offer.credits, left: info.credits })}</Callout>
        )}
        {user?.is_vistor && <Callout intent="primary">{t('visitors_cannot_run')}</Callout>}
      </DialogBody>
      <DialogFooter
        actions={
          <div ref={footer} className="run-buttons">
            <Button text={t('common:cancel')} onClick={onClose} disabled={busy} />
            <Button
              intent="primary"
              loading={busy}
              disabled={!isReady}
              text={offer?.available ? t('start_for', { count: offer.credits }) : t('start')}
              onClick={() => void (request && start(request))}
            />
          </div>
        }
      />
    </>
  )
}

const isElement = (node: Element): node is HTMLElement => node instanceof HTMLElement

/** Which engine does it, or why none can. */
function Offer({ offer }: { offer: DataOf<'quote'> }): ReactNode {
  const { t } = useTranslation('tasks')
  if (!offer.available) {
    return (
      <Callout intent="warning" role="status">
        {offer.detail}
      </Callout>
    )
  }
  return <p className="muted">{t('done_by', { engine: offer.detail })}</p>
}
