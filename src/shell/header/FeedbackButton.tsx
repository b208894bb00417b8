import { Comment } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/IconButton.tsx'
import { openFeedback } from '../dialogs/open-dialog.ts'

/** The way to the feedback dialog. */
export function FeedbackButton(): ReactNode {
  const { t } = useTranslation('header')
  return <IconButton icon={<Comment />} label={t('feedback')} onClick={() => openFeedback()} />
}
