import { Alert, Classes, Intent } from '@blueprintjs/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  open: boolean
  text: string
  confirmText: string
  /** What not doing it is called, where that is not “Cancel”. */
  cancelText?: string | undefined
  /** Does it; the button waits for a promise, and a second press does nothing meanwhile. */
  onConfirm: () => unknown
  onClose: () => void
  busy?: boolean
  intent?: Intent
  className?: string
}

/** The keyboard is on the button that confirms: Enter does it, Escape does not. */
function focusConfirm(dialog: HTMLElement): void {
  dialog.querySelector<HTMLElement>(`.${Classes.ALERT_FOOTER} > button`)?.focus()
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({
  open,
  text,
  confirmText,
  cancelText,
  onConfirm,
  onClose,
  busy = false,
  intent = Intent.DANGER,
  className,
}: Props): ReactNode {
  const { t } = useTranslation()
  const [pending, setPending] = useState(false)
  const isPending = useRef(false)
  const confirm = (): void => {
    if (isPending.current) return
    const done = onConfirm()
    if (!(done instanceof Promise)) return
    isPending.current = true
    setPending(true)
    void done.finally(() => {
      isPending.current = false
      setPending(false)
    })
  }
  return (
    <Alert
      isOpen={open}
      className={className}
      transitionDuration={0}
      intent={intent}
      confirmButtonText={confirmText}
      cancelButtonText={cancelText ?? t('cancel')}
      loading={busy || pending}
      canEscapeKeyCancel
      canOutsideClickCancel
      onOpening={focusConfirm}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{text}</p>
    </Alert>
  )
}
