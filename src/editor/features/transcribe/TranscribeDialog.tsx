import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '#src/ui/later.tsx'
import type { Playback } from '../../media/editor-media.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'

/** Few users recognise speech in the browser, so its code loads on demand. */
const TranscribeForm = later(async () => (await import('./TranscribeForm.tsx')).TranscribeForm)

/** Recognises the speech of the video in the browser, without a server. */
export function TranscribeDialog({ source }: { source: Playback['source'] }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="transcribe" title={t('transcribe_title')} className="transcribe-dialog" isSteady>
      <TranscribeForm source={source} />
    </EditorDialog>
  )
}
