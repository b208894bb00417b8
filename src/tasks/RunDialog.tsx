import './tasks.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import type { Initial, RunRequest, TaskKind } from './kind.ts'
import { OfferNotes, ongoingId, startText, useOffer } from './offer.tsx'
import { TaskProgress } from './TaskProgress.tsx'
import { useOngoingTask } from './use-task.ts'

interface Props {
  kind: TaskKind
  video: Video
  /** Initial choices. */
  initial?: Initial
  /** As the form takes it. */
  looksAtOnce?: boolean
  onClose: () => void
}

/** Starts a task on a video: choices, price and engine, and a button that charges once. */
export function RunDialog({ kind, video, initial, looksAtOnce, onClose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog isOpen title={t(kind.title)} onClose={onClose} canOutsideClickClose={!busy} className="run-dialog">
      <kind.Form video={video} initial={initial} looksAtOnce={looksAtOnce}>
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
  /** The message if a subject no longer exists. */
  goneText?: string
  busy: boolean
  onBusy: (busy: boolean) => void
  onClose: () => void
  children: ReactNode
}

/** Fields, the server's offer, and the button. */
export function Offered({ request, goneText, busy, onBusy, onClose, children }: OfferedProps): ReactNode {
  const { t } = useTranslation('tasks')
  const state = useOffer(request, { onBusy, onStarted: onClose })
  const { offer, isReady, refusals } = state
  const underWay = useOngoingTask(ongoingId(offer))
  const footer = useRef<HTMLDivElement>(null)
  // A disabled button loses the focus while busy or loading; without it, Escape would not reach the dialog.
  useEffect(() => {
    if (refusals > 0 && !busy && !hasKeyboard(footer.current?.closest('[role=dialog]')))
      [...(footer.current?.querySelectorAll('button:enabled') ?? [])].findLast(isElement)?.focus()
  }, [refusals, busy, isReady])
  return (
    <>
      <DialogBody>
        {children}
        <OfferNotes state={state} goneText={goneText} />
        {underWay && <TaskProgress task={underWay} label={underWay.task_name} />}
      </DialogBody>
      <DialogFooter
        actions={
          <div ref={footer} className="run-buttons">
            <Button text={t('common:cancel')} onClick={onClose} disabled={busy} />
            {!underWay && (
              <Button
                intent="primary"
                loading={busy}
                disabled={!isReady}
                text={startText(t, offer)}
                onClick={() => void state.start()}
              />
            )}
          </div>
        }
      />
    </>
  )
}

/** A disabled button is the active element until the next paint, and nothing is after it. */
function hasKeyboard(dialog: Element | null | undefined): boolean {
  const { activeElement } = document
  return dialog?.contains(activeElement) === true && activeElement?.matches(':disabled') === false
}

const isElement = (node: Element): node is HTMLElement => node instanceof HTMLElement
