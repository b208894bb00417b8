import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { Button } from '#src/ui/Button.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** Shown for a page that failed to load or render: no connection, or a new version. */
export function LoadFailed(): ReactNode {
  const { t } = useTranslation()
  const error = useRouteError()
  console.error(error)
  return (
    <main className="fill-centre">
      <NonIdealState
        title={t('page_failed')}
        description={t('page_failed_text')}
        action={<Button intent="primary" text={t('reload')} onClick={() => location.reload()} />}
      />
    </main>
  )
}
