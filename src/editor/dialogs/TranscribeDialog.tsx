import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '#src/ui/later.tsx'
import type { Playback } from '../media/editor-media.ts'
import { EditorDialog } from './EditorDialog.tsx'

/** Few hear by this browser: what it takes is read when it is asked for. */
const TranscribeForm = later(async () => (await import('../transcribe/TranscribeForm.tsx')).TranscribeForm)

/** Hears what is said here, without a server. */
export function TranscribeDialog({ source }: { source: Playback['source'] }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="transcribe" title={t('transcribe_title')} className="transcribe-dialog" isSteady>
      <TranscribeForm source={source} />
    </EditorDialog>
  )
}
