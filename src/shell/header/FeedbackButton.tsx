import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Comment } from '#src/ui/icons.ts'
import { openFeedback } from '../dialogs/open-dialog.ts'

/** Opens the feedback dialog. */
export function FeedbackButton(): ReactNode {
  const { t } = useTranslation('header')
  return <IconButton icon={<Comment />} label={t('feedback')} onClick={() => openFeedback()} />
}
