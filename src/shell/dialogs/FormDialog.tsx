import './dialogs.css'
import { type FocusEventHandler, type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTable } from '#core/contract/errors.ts'
import { CallFailed } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { DiscardQuestion, UnsavedGuard } from '#src/ui/form/UnsavedGuard.tsx'
import { notify } from '#src/ui/toaster.ts'

const ALREADY = errorTable.notice.code

interface Props {
  title: string
  lead: string
  /** Whether the button is enabled. */
  maySend: boolean
  /** Whether closing would lose input. */
  isChanged: boolean
  sendText: string
  sentText: string
  className?: string
  /** False if invalid; called before sending. */
  check: (form: HTMLElement) => boolean
  send: () => Promise<unknown>
  /** The field of a refusal, which shows it; undefined to show it below. */
  fieldOf?: (refusal: CallFailed) => string | undefined
  onBlur?: FocusEventHandler<HTMLElement>
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: submitted by button or Enter, open until the server has stored it. */
export function FormDialog(props: Props): ReactNode {
  const {
    title,
    lead,
    maySend,
    isChanged,
    sendText,
    sentText,
    className = '',
    check,
    send,
    fieldOf,
    onBlur,
    onClose,
    children,
  } = props
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState(false)
  const leave = (): void => {
    if (isChanged && !busy) setAsks(true)
    else onClose()
  }
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (busy || !check(event.currentTarget)) return
    const form = event.currentTarget
    setBusy(true)
    try {
      await send()
      notify.success(sentText)
      onClose()
    } catch (error) {
      const field = error instanceof CallFailed ? fieldOf?.(error) : undefined
      if (field === undefined) notifyFailure(error)
      else form.querySelector<HTMLElement>(`[data-field="${field}"] input`)?.focus()
      // Stored already: nothing is left to send.
      if (error instanceof CallFailed && error.code === ALREADY) onClose()
      else setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      title={title}
      onClose={leave}
      transitionDuration={0}
      canOutsideClickClose={false}
      className={`form-dialog ${className}`}
    >
      <form noValidate onSubmit={(event) => void submit(event)} onBlur={onBlur}>
        <DialogBody>
          <p className="muted">{lead}</p>
          {children}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} onClick={leave} disabled={busy} />
              <Button type="submit" intent="primary" loading={busy} disabled={!maySend} text={sendText} />
            </>
          }
        />
      </form>
      <UnsavedGuard when={isChanged && !busy} />
      <DiscardQuestion open={asks} onDiscard={onClose} onClose={() => setAsks(false)} />
    </Dialog>
  )
}
