import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PronunciationsForm } from '#src/subtitles/PronunciationsForm.tsx'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import { useEditor } from '../../context/use-editor.ts'
import { takesOf } from './takes.ts'

/** How voices speak words of the open version's folder. */
export function PronunciationsDialog(): ReactNode {
  const { t } = useTranslation('subtitles')
  const editor = useEditor()
  const folderId = editor.library?.data().video.folder_id
  const close = (): void => editor.dialogs.close('pronunciations')
  return (
    <EditorDialog name="pronunciations" title={t('pronunciations_title')} isSteady>
      {folderId !== undefined && (
        <PronunciationsForm
          folderId={folderId}
          onClose={close}
          onSaved={() => {
            close()
            void takesOf(editor).readAgain(editor.session.focused?.id ?? '')
          }}
        />
      )}
    </EditorDialog>
  )
}
