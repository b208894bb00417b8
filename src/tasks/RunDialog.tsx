import './tasks.css'
import { Button, Callout, Dialog, DialogBody, DialogFooter, Spinner } from '@blueprintjs/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { InputOf } from '#core/contract/index.ts'
import { idempotencyKey } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'

interface Props {
  title: string
  onClose: () => void
  /** What the price is asked for; undefined while a choice is missing. */
  quote: InputOf<'quote'> | undefined
  run: (idempotencyKey: string) => Promise<unknown>
  children: ReactNode
}

/** Frame of a dialog that starts a task: choices, price and engine, one button that can't charge twice. */
export function RunDialog({ title, onClose, quote, run, children }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { user } = useSnapshot(account)
  const key = useRef(idempotencyKey())
  const [busy, setBusy] = useState(false)
  const { data: offer, isLoading } = useCall('quote', quote, { keepPreviousData: false })
  const { data: info } = useCall('getInfo', user?.is_vistor ? undefined : {})
  const short = offer && info && info.credits < offer.credits
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      await run(key.current)
      notify.success(t('submitted'))
      await refresh('listTasks', 'sumTasks', 'getInfo')
      onClose()
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const ready = offer?.available === true && !short && !user?.is_vistor
  return (
    <Dialog isOpen title={title} onClose={onClose} canOutsideClickClose={!busy} className="run-dialog">
      <DialogBody>
        {children}
        {isLoading && <Spinner size={20} />}
        {offer && !offer.available && <Callout intent="warning">{offer.detail}</Callout>}
        {offer?.available && short && (
          <Callout intent="warning">{t('too_few_credits', { needed: offer.credits, left: info.credits })}</Callout>
        )}
        {user?.is_vistor && <Callout intent="primary">{t('visitors_cannot_run')}</Callout>}
        {offer?.available && <p className="muted">{t('done_by', { engine: offer.detail })}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} disabled={busy} />
            <Button
              intent="primary"
              loading={busy}
              disabled={!ready}
              text={offer?.available ? t('start_for', { count: offer.credits }) : t('start')}
              onClick={() => void start()}
            />
          </>
        }
      />
    </Dialog>
  )
}
