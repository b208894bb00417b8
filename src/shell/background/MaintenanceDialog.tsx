import { Alert, Intent } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { closeMaintenance, maintenance } from '../maintenance.ts'

/** Says that the system is being updated. */
export function MaintenanceDialog(): ReactNode {
  const { t } = useTranslation()
  const { message } = useSnapshot(maintenance)
  return (
    <Alert isOpen={message !== ''} intent={Intent.WARNING} confirmButtonText={t('ok')} onConfirm={closeMaintenance}>
      <h4 className="bp6-heading">{t('maintenance_title')}</h4>
      <p>{message}</p>
    </Alert>
  )
}
