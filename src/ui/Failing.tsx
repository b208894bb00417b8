import './states.css'
import { Button } from '@blueprintjs/core'
import { Error as ErrorIcon, Refresh } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NonIdealState } from './NonIdealState.tsx'

interface Props {
  /** What could not be read. */
  title: string
  /** Why, and what is safe. */
  text: string
  busy: boolean
  onRetry: () => void
}

/** Stands where a list could not be read, with a way to try again. */
export function Failing({ title, text, busy, onRetry }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <NonIdealState
      className="state-page"
      icon={<ErrorIcon size={40} />}
      title={title}
      description={<span role="alert">{text}</span>}
      action={<Button icon={<Refresh />} text={t('retry')} loading={busy} onClick={onRetry} />}
    />
  )
}
