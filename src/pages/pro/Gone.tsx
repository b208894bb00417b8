import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { FolderClose } from '#src/ui/icons.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** Shown for a deleted folder or batch, with a link to the others. */
export function Gone({ title, text }: { title: string; text: string }): ReactNode {
  const { t } = useTranslation('pro')
  return (
    <NonIdealState
      className="state-page"
      icon={<FolderClose size={40} />}
      title={title}
      description={text}
      action={
        <Link className="bp6-button bp6-intent-primary" to="/lab/pro">
          {t('to_folders')}
        </Link>
      }
    />
  )
}
