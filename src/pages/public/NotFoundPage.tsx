import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '#src/ui/Button.ts'
import { MissingScreen } from '#src/ui/MissingScreen.tsx'

/** The page for unknown addresses. */
export function NotFoundPage(): ReactNode {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  return (
    <MissingScreen label="404" title={t('not_found')} text={t('not_found_text')}>
      <Button intent="primary" text={t('home')} onClick={() => void navigate('/')} />
    </MissingScreen>
  )
}
