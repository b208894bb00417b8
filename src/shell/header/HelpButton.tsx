import { AnchorButton } from '@blueprintjs/core'
import { Help } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The user guide, in a tab of its own. */
export function HelpButton(): ReactNode {
  const { t } = useTranslation('header')
  return (
    <AnchorButton
      variant="minimal"
      icon={<Help />}
      aria-label={t('help')}
      data-tip={t('help')}
      href="/lab/doc?u=doc_help"
      target="_blank"
      rel="noopener"
    />
  )
}
