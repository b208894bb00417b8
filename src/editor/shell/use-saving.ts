import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#src/ui/toaster.ts'
import { followDeepLink } from './deep-link.ts'
import type { Editor } from '../context/editor.ts'
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
