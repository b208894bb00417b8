import { useEffect } from 'react'
import type { DataOf } from '#core/contract/index.ts'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { useTranslation } from 'react-i18next'
import { notify } from '#src/ui/toaster.ts'
import { followDeepLink } from './deep-link.ts'
import type { Editor, EditorParts } from '../context/editor.ts'
import { showNotice } from '../context/notices.ts'
import { Autosave } from '../store/autosave.ts'
import { libraryFile } from '../store/file-origin.ts'
import { versionStore } from '../store/linked/versions.ts'
import { libraryStyleStore } from '../store/style-store.ts'
import { keepPlace, restorePlace } from './place.ts'

/** Saves an open file of the library, recovers unsaved changes of an earlier visit, and stores the position in it. */
export function useSaving(editor: Editor, fileId: string): void {
  const { t } = useTranslation('editor')
  useEffect(() => {
    const { save } = editor
    const stop = save.start()
    if (!followDeepLink(editor, new URLSearchParams(location.search))) restorePlace(editor, fileId)
    const stopPlace = keepPlace(editor, fileId)
    void save.recover().then((recovered) => {
      if (recovered) notify.info(t('recovered'))
    })
    return () => {
      stopPlace()
      stop()
    }
  }, [editor, fileId, t])
}

/** What the editor of a library's version is created from, whether it has a video or not. */
export function partsOfVersion(version: DataOf<'getVersion'>) {
  const { file_id: fileId, revision } = version
  return {
    cues: fromWire(version.subtitle_txt) ?? [],
    flags: version.flags,
    voices: version.voices,
    store: (session) => new Autosave(session, { fileId, revision }, (error) => notify.error(error.message)),
    style: libraryStyleStore(version, notifyFailure),
    file: libraryFile(fileId, version.imported_format),
    versions: versionStore,
    notify: showNotice,
  } satisfies Partial<EditorParts>
}
