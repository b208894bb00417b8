import { type ReactNode, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { mayBeSubtitle, CHOSEN_SUBTITLES } from '#src/subtitles/file-names.ts'
import { ImportForm } from '#src/subtitles/ImportForm.tsx'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { useDialog, useEditor, useLibrary } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import { TrackImport } from './TrackImport.tsx'

/** Id of the editor's input for subtitle files. */
export const SUBTITLE_INPUT_ID = 'subtitle-input'

/** Creates a version from a subtitle file that is chosen or dropped on the editor, and opens it. */
export function SubtitleImport(): ReactNode {
  const { t } = useTranslation('subtitles')
  const { t: ofEditor } = useTranslation('editor')
  const editor = useEditor()
  const video = useLibrary()?.video
  const { dialogs } = editor
  const opened = useDialog('import')
  const taken = useDialog('import_track')
  const take = useCallback(
    async (file: File): Promise<void> => {
      // Saves typed text first, so that the version does not count as empty.
      await editor.save.flush()
      dialogs.open({ name: 'import', file })
    },
    [editor, dialogs],
  )
  useEffect(() => listenToDrops((file) => void take(file)), [take])
  return (
    <>
      <HiddenFileInput
        id={SUBTITLE_INPUT_ID}
        accept={CHOSEN_SUBTITLES}
        testId="subtitle-file"
        onFile={(file) => void take(file)}
      />
      <EditorDialog name="import" title={t('import_title', { name: opened?.file.name ?? '' })}>
        {opened && video && (
          <ImportForm
            video={video}
            file={opened.file}
            onImported={(fileId) => {
              dialogs.close('import')
              void editor.openVersion(fileId)
            }}
            onClose={() => dialogs.close('import')}
          />
        )}
      </EditorDialog>
      <EditorDialog name="import_track" title={ofEditor('embedded_title')}>
        {taken && video && (
          <TrackImport
            video={video}
            track={taken.track}
            onImported={(fileId) => {
              dialogs.close('import_track')
              void editor.openVersion(fileId)
            }}
            onClose={() => dialogs.close('import_track')}
          />
        )}
      </EditorDialog>
    </>
  )
}

/** Takes subtitle files dropped anywhere on the page; returns a function that stops that. */
function listenToDrops(take: (file: File) => void): () => void {
  const control = new AbortController()
  const { signal } = control
  // Otherwise the browser replaces the page, and with it the work, by the dropped file.
  document.addEventListener('dragover', (event) => event.preventDefault(), { signal })
  document.addEventListener(
    'drop',
    (event) => {
      event.preventDefault()
      const file = [...(event.dataTransfer?.files ?? [])].find(mayBeSubtitle)
      if (file) take(file)
    },
    { signal },
  )
  return () => control.abort()
}
