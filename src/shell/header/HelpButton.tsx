import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AnchorButton } from '#src/ui/Button.ts'
import { Help } from '#src/ui/icons.ts'

/** Opens the user guide in a new tab. */
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
