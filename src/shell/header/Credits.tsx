import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CREDIT_HOVER_MS } from '#core/domain/limits.ts'
import { refreshCredits } from '#src/api/credits.ts'
import { useCall } from '#src/api/hooks.ts'
import { openTopUp } from '#src/api/top-up.ts'
import { Button } from '#src/ui/Button.ts'

/**
 * The account's credits with top-up, and their origins on hover. Revalidated on hover, after changes and task events,
 * once a minute and on focus (`src/api/live.ts`).
 */
export function Credits(): ReactNode {
  const { t, i18n } = useTranslation()
  const { data: info } = useCall('getInfo', {})
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  return (
    <span className="credits-group">
      <span
        className="credits"
        aria-busy={!info}
        title={
          info &&
          t('credits_hint', {
            gift: number.format(info.gift_credits),
            bought: number.format(info.purchase_credits),
          })
        }
        onPointerEnter={() => refreshCredits(CREDIT_HOVER_MS)}
      >
        {info && t('credits', { count: info.credits })}
      </span>
      <Button size="small" intent="primary" text={t('top_up')} onClick={openTopUp} />
    </span>
  )
}
