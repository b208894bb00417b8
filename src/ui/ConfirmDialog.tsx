import { Alert, Intent } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  open: boolean
  text: string
  confirmText: string
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
}

export function ConfirmDialog({ open, text, confirmText, onConfirm, onClose, busy = false }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <Alert
      isOpen={open}
      intent={Intent.DANGER}
      confirmButtonText={confirmText}
      cancelButtonText={t('cancel')}
      loading={busy}
      canEscapeKeyCancel
      canOutsideClickCancel
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <p>{text}</p>
    </Alert>
  )
}
