import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

/** While there is unsent input: asks before the page changes or the tab closes. */
export function UnsavedGuard({ when, words }: { when: boolean; words?: GuardWords }): ReactNode {
  // An expired session leads to the login page without a choice.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => when && from.pathname !== to.pathname && to.pathname !== '/login',
  )
  useEffect(() => {
    if (!when) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [when])
  return (
    <DiscardQuestion
      open={blocker.state === 'blocked'}
      words={words}
      onDiscard={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  )
}

/** The question, for other input than typed text. */
interface GuardWords {
  readonly question: string
  readonly leave: string
  readonly stay: string
}

interface Props {
  open: boolean
  words?: GuardWords | undefined
  onDiscard: () => void
  onClose: () => void
}

/** Asks whether to discard the input. */
export function DiscardQuestion({ open, words, onDiscard, onClose }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      open={open}
      text={words?.question ?? t('discard_question')}
      confirmText={words?.leave ?? t('discard')}
      cancelText={words?.stay ?? t('keep_typing')}
      onConfirm={onDiscard}
      onClose={onClose}
    />
  )
}
