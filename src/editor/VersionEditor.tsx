import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { fromWire } from '#core/subtitle/wire.ts'
import { notify } from '#src/ui/toaster.ts'
import { Autosave } from './saving/autosave.ts'
import { type Editor, createEditor } from './editor.ts'
import { usePlayback } from './media/local-media.ts'
import { VideoMenu } from './panes/VideoMenu.tsx'
import { editorMediaOf } from './media/editor-media.ts'
import { followDeepLink } from './deep-link.ts'
import { keepUndo, restoreUndo } from './saving/undo-store.ts'
import { Workspace } from './Workspace.tsx'

interface Props {
  video: Video
  versions: SubtitleVersion[]
  version: DataOf<'getVersion'>
  onOpen: (fileId: string) => void
}

/** A version of the library, saved to the server while it is edited. */
export function VersionEditor({ video, versions, version, onOpen }: Props): ReactNode {
  const editor = useVersionEditor(video, version)
  const played = usePlayback(video)
  const open = (fileId: string): void => void editor.save.flush().then(() => onOpen(fileId))
  return (
    <Workspace
      editor={editor}
      shown={played}
      library={{ video, versions, fileId: version.file_id, onOpen: open }}
      menu={<VideoMenu video={video} played={played} onExport={() => editor.open('export_video')} onOpen={open} />}
    />
  )
}

/** The editor of a version, its saving, and what an earlier visit left unsaved. */
function useVersionEditor(opened: Video, version: DataOf<'getVersion'>): Editor {
  const { t } = useTranslation('editor')
  // The video's addresses change from hour to hour, and the list is read again: the video is the one that was opened.
  const [video] = useState(opened)
  const { file_id: fileId } = version
  const editor = useMemo(() => {
    const cues = fromWire(version.subtitle_txt) ?? []
    const stored = { fileId: version.file_id, revision: version.revision }
    return createEditor(editorMediaOf(video, version.language), cues, (session) => {
      return new Autosave(session, stored, (error) => notify.error(error.message))
    })
  }, [version, video])
  useEffect(() => {
    const { save, session } = editor
    const stop = save.start()
    const forget = keepUndo(fileId, session)
    followDeepLink(editor, new URLSearchParams(location.search))
    void save.recover().then((recovered) => {
      if (recovered) notify.info(t('recovered'))
      return restoreUndo(fileId, session)
    })
    return () => {
      forget()
      stop()
    }
  }, [editor, fileId, t])
  return editor
}
