import { Button } from '@blueprintjs/core'
import { FilterRemove } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NonIdealState } from './NonIdealState.tsx'

/** In place of a list in which nothing matches the filters; offers to clear them. */
export function NoMatch({ title, onClear }: { title?: string; onClear: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <NonIdealState
      className="state-page"
      icon={<FilterRemove size={40} />}
      title={title ?? t('no_match')}
      action={<Button text={t('clear_filters')} onClick={onClear} />}
    />
  )
}
