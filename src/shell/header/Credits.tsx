import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/hooks.ts'

/** The credits of the account, and by the pointer where they are from. */
export function Credits(): ReactNode {
  const { t } = useTranslation()
  const { data: info } = useCall('getInfo', {})
  return (
    <span
      className="credits"
      title={t('credits_hint', { gift: info?.gift_credits ?? 0, bought: info?.purchase_credits ?? 0 })}
    >
      {t('credits', { count: info?.credits ?? 0 })}
    </span>
  )
}
