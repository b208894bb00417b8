import { Button, NonIdealState } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

/** Stands at every address that leads nowhere. */
export function NotFoundPage(): ReactNode {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  return (
    <main className="fill-centre">
      <NonIdealState
        title="404"
        description={t('not_found')}
        action={<Button intent="primary" text={t('home')} onClick={() => void navigate('/')} />}
      />
    </main>
  )
}
