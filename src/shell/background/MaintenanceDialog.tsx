import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Notice } from '#src/ui/Notice.tsx'
import { closeMaintenance, maintenance } from '../maintenance.ts'

/** Shown during maintenance. */
export function MaintenanceDialog(): ReactNode {
  const { t } = useTranslation()
  const { message } = useSnapshot(maintenance)
  return (
    <Notice
      isOpen={message !== ''}
      title={t('maintenance_title')}
      text={message}
      okText={t('ok')}
      onClose={closeMaintenance}
    />
  )
}
