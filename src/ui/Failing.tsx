import './states.css'
import { Button } from '@blueprintjs/core'
import { Error as ErrorIcon, Refresh } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NonIdealState } from './NonIdealState.tsx'

interface Props {
  /** Names what could not be read. */
  title: string
  /** The reason, and what is not lost. */
  text: string
  busy: boolean
  /** Level of its heading; 1 if it is the page's heading. */
  level?: 1 | 2
  onRetry: () => void
}

/** In place of a list that could not be read; offers to try again. */
export function Failing({ title, text, busy, level = 2, onRetry }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <NonIdealState
      className="state-page"
      level={level}
      icon={<ErrorIcon size={40} />}
      title={title}
      description={<span role="alert">{text}</span>}
      action={<Button icon={<Refresh />} text={t('retry')} loading={busy} onClick={onRetry} />}
    />
  )
}
