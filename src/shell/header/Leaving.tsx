import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/hooks.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { useDay } from '#src/ui/moment.ts'

/** Shown while the account's deletion is requested: its date, and a link to withdraw. */
export function Leaving(): ReactNode {
  const { t } = useTranslation('shell')
  const { data: info } = useCall('getInfo', {})
  const day = useDay()
  if (!info || info.delete_after === '') return null
  return (
    <LinkButton size="small" intent="warning" to="/lab/profile">
      {t('leaving', { day: day(info.delete_after) })}
    </LinkButton>
  )
}
