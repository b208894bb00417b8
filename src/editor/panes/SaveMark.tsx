import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { EditorSession } from '../session.ts'

/** Tells "saved" (on the server) from "saved on this device". */
export function SaveMark({ session }: { session: EditorSession }): ReactNode {
  const { t } = useTranslation('editor')
  const { saveState, savedAt } = useSnapshot(session.cells)
  const time = new Date(savedAt).toLocaleTimeString()
  const text = saveState === 'saved' && savedAt ? t('auto_saved_at', { time }) : t(`save_${saveState}`)
  return (
    <span
      className={`save-mark save-${saveState}`}
      role="status"
      data-testid="save-mark"
      data-state={saveState}
      title={text}
    >
      {text}
    </span>
  )
}
