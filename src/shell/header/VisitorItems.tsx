import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { History, LogIn } from '#src/ui/icons.ts'
import { Tag } from '#src/ui/Tag.ts'
import { FeedbackButton } from './FeedbackButton.tsx'
import { HelpButton } from './HelpButton.tsx'

/** A visitor's header: their state, and the login page. */
export function VisitorItems(): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const back = encodeURIComponent(pathname + search)
  return (
    <>
      <IconButton icon={<History />} label={t('title_history')} onClick={() => void navigate('/lab/history')} />
      <FeedbackButton />
      <HelpButton />
      <Tag minimal round>
        {t('visitor')}
      </Tag>
      <Button
        intent="primary"
        icon={<LogIn />}
        text={t('log_in')}
        onClick={() => void navigate(`/login?redirect=${back}`)}
      />
    </>
  )
}
