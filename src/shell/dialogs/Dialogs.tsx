import { lazy, type ReactNode, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { loadMessages } from '#src/i18n/index.ts'
import { closeDialog, dialogs } from './open-dialog.ts'

const words = (): Promise<void> => loadMessages('forms')

const shown = {
  feedback: lazy(async () => {
    const [{ FeedbackDialog }] = await Promise.all([import('./FeedbackDialog.tsx'), words()])
    return { default: () => <FeedbackDialog start={dialogs.feedback} onClose={closeDialog} /> }
  }),
  survey: lazy(async () => {
    const [{ SurveyDialog }] = await Promise.all([import('./SurveyDialog.tsx'), words()])
    return { default: () => <SurveyDialog onClose={closeDialog} /> }
  }),
  contact: lazy(async () => {
    const [{ ContactDialog }] = await Promise.all([import('./ContactDialog.tsx'), words()])
    return { default: () => <ContactDialog onClose={closeDialog} /> }
  }),
}

/** The dialog that is open; its code and words come when it is first opened. */
export function Dialogs(): ReactNode {
  const { open } = useSnapshot(dialogs)
  if (!open) return null
  const Dialog = shown[open]
  return (
    <Suspense>
      <Dialog />
    </Suspense>
  )
}
