import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CREDIT_HOVER_MS } from '#core/domain/limits.ts'
import { refresh, useCall } from '#src/api/hooks.ts'

/**
 * The credits of the account, and by the pointer where they are from. They are read again when they are pointed at, with
 * each event of a task, once a minute and when the tab is looked at (`src/api/live.ts`).
 */
export function Credits(): ReactNode {
  const { t, i18n } = useTranslation()
  const { data: info } = useCall('getInfo', {})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refresh('getInfo'), CREDIT_HOVER_MS)
  }
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  return (
    <span
      className="credits"
      title={t('credits_hint', {
        gift: number.format(info?.gift_credits ?? 0),
        bought: number.format(info?.purchase_credits ?? 0),
      })}
      onPointerEnter={ask}
    >
      {t('credits', { count: info?.credits ?? 0 })}
    </span>
  )
}
