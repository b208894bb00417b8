import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Alert } from '#src/ui/Alert.ts'
import { closeMaintenance, maintenance } from '../maintenance.ts'

/** Shown during maintenance. */
export function MaintenanceDialog(): ReactNode {
  const { t } = useTranslation()
  const { message } = useSnapshot(maintenance)
  return (
    <Alert isOpen={message !== ''} intent="warning" confirmButtonText={t('ok')} onConfirm={closeMaintenance}>
      <h4 className="bp6-heading">{t('maintenance_title')}</h4>
      <p>{message}</p>
    </Alert>
  )
}
