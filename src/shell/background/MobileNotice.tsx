import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '#src/ui/Button.ts'
import { Desktop } from '#src/ui/icons.ts'
import { stored } from '#src/ui/stored.ts'

const dismissed = stored('mobile_notice', z.literal(['', 'dismissed']), '')

/** Whether this is a phone or a small tablet. */
function isMobile(): boolean {
  return matchMedia('(pointer: coarse) and (max-width: 900px)').matches
}

/** Recommends a desktop computer to phone users; once. */
export function MobileNotice(): ReactNode {
  const { t } = useTranslation('shell')
  const [isShown, setShown] = useState(() => isMobile() && dismissed.get() === '')
  if (!isShown) return null
  const dismiss = (): void => {
    dismissed.set('dismissed')
    setShown(false)
  }
  return (
    <aside className="mobile-notice" aria-label={t('mobile_title')}>
      <Desktop size={20} />
      <div>
        <strong>{t('mobile_title')}</strong>
        <p>{t('mobile_text')}</p>
        <Button text={t('mobile_dismiss')} onClick={dismiss} />
      </div>
    </aside>
  )
}
