import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useCall } from '#src/api/hooks.ts'
import { useDay } from '#src/ui/moment.ts'

/** Shown while the account's deletion is requested: its date, and a link to withdraw. */
export function Leaving(): ReactNode {
  const { t } = useTranslation('shell')
  const { data: info } = useCall('getInfo', {})
  const day = useDay()
  if (!info || info.delete_after === '') return null
  return (
    <Link className="bp6-button bp6-small bp6-intent-warning" to="/lab/profile">
      {t('leaving', { day: day(info.delete_after) })}
    </Link>
  )
}
