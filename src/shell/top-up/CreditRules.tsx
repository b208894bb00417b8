import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MONTHLY_GIFT_CREDITS, RETURNED_CREDITS_DAYS } from '#core/domain/credits.ts'
import { Drawer } from '#src/ui/Drawer.ts'

const WIDTH_PX = 502
const rules = ['order', 'gift', 'packages', 'hold', 'failed', 'late', 'refund'] as const

/** How credits are granted, spent and expire. */
export function CreditRules({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance')
  const numbers = { gift: MONTHLY_GIFT_CREDITS, days: RETURNED_CREDITS_DAYS }
  return (
    <Drawer
      isOpen
      position="right"
      size={WIDTH_PX}
      className="policy-drawer"
      title={t('credit_rules')}
      transitionDuration={0}
      onClose={onClose}
    >
      <dl className="policy credit-rules">
        {rules.map((rule) => (
          <div key={rule}>
            <dt>{t(`rule_${rule}`)}</dt>
            <dd>{t(`rule_${rule}_text`, numbers)}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  )
}
