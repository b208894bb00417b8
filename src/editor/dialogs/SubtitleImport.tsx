import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isSubtitle, SUBTITLE_FILES } from '#src/subtitles/file-names.ts'
import { ImportForm } from '#src/subtitles/ImportForm.tsx'
import { useDialog, useEditor, useLibrary } from '../use-editor.ts'
import { EditorDialog } from './EditorDialog.tsx'
import { TrackImport } from './TrackImport.tsx'

/** The editor's file input that takes subtitle files. */
export const SUBTITLE_INPUT_ID = 'subtitle-input'

/** Makes a version of a subtitle file that is chosen or dropped on the editor, and opens it. */
export function SubtitleImport(): ReactNode {
  const { t } = useTranslation('subtitles')
  const { t: ofEditor } = useTranslation('editor')
  const editor = useEditor()
  const video = useLibrary()?.video
  const { dialogs } = editor
  const opened = useDialog('import')
  const taken = useDialog('import_track')
  useEffect(() => {
    const take = async (file: File): Promise<void> => {
      // What was typed just before is no empty version's.
      await editor.save.flush()
      dialogs.open({ name: 'import', file })
    }
    return listenToFiles((file) => void take(file))
  }, [editor, dialogs])
  return (
    <>
      <input id={SUBTITLE_INPUT_ID} type="file" accept={SUBTITLE_FILES} hidden data-testid="subtitle-file" />
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

/** Subtitle files that are chosen in the input or dropped anywhere on the page; gives what ends that. */
function listenToFiles(take: (file: File) => void): () => void {
  const control = new AbortController()
  const { signal } = control
  const input = document.getElementById(SUBTITLE_INPUT_ID)
  input?.addEventListener(
    'change',
    () => {
      if (!(input instanceof HTMLInputElement)) return
      const file = input.files?.[0]
      input.value = ''
      if (file) take(file)
    },
    { signal },
  )
  // A file that is dropped would otherwise take the place of the page, and of the work on it.
  document.addEventListener('dragover', (event) => event.preventDefault(), { signal })
  document.addEventListener(
    'drop',
    (event) => {
      event.preventDefault()
      const file = [...(event.dataTransfer?.files ?? [])].find(isSubtitle)
      if (file) take(file)
    },
    { signal },
  )
  return () => control.abort()
}
