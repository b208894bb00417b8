import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderClose } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** Shown for a deleted folder or batch, with a link to the others. */
export function Gone({ title, text }: { title: string; text: string }): ReactNode {
  const { t } = useTranslation('pro')
  return (
    <NonIdealState
      className="state-page"
      level={1}
      icon={<FolderClose size={40} />}
      title={title}
      description={text}
      action={
        <LinkButton intent="primary" to="/lab/pro">
          {t('to_folders')}
        </LinkButton>
      }
    />
  )
}
