import { Alert, Classes, Intent } from '@blueprintjs/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closedOverlay } from './dialog-focus.ts'

interface Props {
  open: boolean
  text: string
  confirmText: string
  /** Name of the button that refuses, if it is not “Cancel”. */
  cancelText?: string | undefined
  /** Called on confirmation; the button waits for a promise and ignores a second press. */
  onConfirm: () => unknown
  onClose: () => void
  busy?: boolean
  intent?: Intent
  className?: string
}

/** Focuses the button that confirms: Enter confirms, Escape cancels. */
function focusConfirm(dialog: HTMLElement): void {
  dialog.querySelector<HTMLElement>(`.${Classes.ALERT_FOOTER} > button`)?.focus()
}

/** Asks before a change that can't be undone. */
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
      {...closedOverlay}
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
