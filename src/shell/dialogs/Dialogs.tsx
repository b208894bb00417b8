import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { loadMessages } from '#src/i18n/index.ts'
import { later } from '#src/ui/later.tsx'
import { closeDialog, dialogs } from './open-dialog.ts'

const words = (): Promise<void> => loadMessages('forms')

const shown = {
  feedback: later(async () => {
    const [{ FeedbackDialog }] = await Promise.all([import('./FeedbackDialog.tsx'), words()])
    return () => <FeedbackDialog start={dialogs.feedback} onClose={closeDialog} />
  }),
  survey: later(async () => {
    const [{ SurveyDialog }] = await Promise.all([import('./SurveyDialog.tsx'), words()])
    return () => <SurveyDialog onClose={closeDialog} />
  }),
  contact: later(async () => {
    const [{ ContactDialog }] = await Promise.all([import('./ContactDialog.tsx'), words()])
    return () => <ContactDialog onClose={closeDialog} />
  }),
}

/** The open dialog; code and messages load on first use. */
export function Dialogs(): ReactNode {
  const { open } = useSnapshot(dialogs)
  if (!open) return null
  const Dialog = shown[open]
  return <Dialog />
}
