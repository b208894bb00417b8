import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { EditorSession } from '../session.ts'

/** Tells "saved" (on the server) from "saved on this device". */
export function SaveMark({ session }: { session: EditorSession }): ReactNode {
  const { t } = useTranslation('editor')
  const { saveState, savedAt } = useSnapshot(session.cells)
  const text =
    saveState === 'saved' && savedAt ? t('auto_saved_at', { time: clock.format(savedAt) }) : t(`save_${saveState}`)
  return (
    <span
      className={`save-mark save-${saveState}`}
      role="status"
      data-testid="save-mark"
      data-state={saveState}
      data-tip={text}
      data-tip-cut
    >
      {text}
    </span>
  )
}

/** Made once: each new one reads the rules of the person's language. */
const clock = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit' })
