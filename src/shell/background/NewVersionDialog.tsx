import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { reloadForVersion } from './version-check.ts'

/** Asks before reloading a page that may have unsaved work. */
export function NewVersionDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell')
  return (
    <ConfirmDialog
      open
      intent="primary"
      text={t('new_version')}
      confirmText={t('common:reload')}
      cancelText={t('later')}
      onConfirm={reloadForVersion}
      onClose={onClose}
    />
  )
}
