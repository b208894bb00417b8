import './tasks.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'

/** Shown with a retry if the engines' languages failed to load. */
export function LanguagesFailed(): ReactNode {
  const { t } = useTranslation('tasks')
  const { data, error, isValidating, mutate } = useCall('getLanguages', {})
  if (data || !error) return null
  return (
    <Callout intent="warning" role="alert" className="callout-way">
      <span>
        {t('languages_failed')}
        <br />
        {error.isOffline ? t('common:offline') : error.message}
      </span>
      <Button size="small" text={t('common:retry')} loading={isValidating} onClick={() => void mutate()} />
    </Callout>
  )
}
