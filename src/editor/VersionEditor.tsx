import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { fromWire } from '#core/subtitle/wire.ts'
import { notify } from '#src/ui/toaster.ts'
import { Autosave } from './saving/autosave.ts'
import { type Desk, makeDesk } from './editor.ts'
import { usePlayed } from './media/local-media.ts'
import { FilmMenu } from './panes/VideoMenu.tsx'
import { programmeOf } from './media/editor-media.ts'
import { startAt } from './deep-link.ts'
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
  const desk = useVersionDesk(video, version)
  const played = usePlayed(video)
  const open = (fileId: string): void => void desk.save.flush().then(() => onOpen(fileId))
  return (
    <Workspace
      desk={desk}
      shown={played}
      library={{ video, versions, fileId: version.file_id, onOpen: open }}
      menu={<FilmMenu video={video} played={played} onExport={() => desk.open('export_film')} onOpen={open} />}
    />
  )
}

/** The desk of a version, its saving, and what an earlier visit left unsaved. */
function useVersionDesk(opened: Video, version: DataOf<'getVersion'>): Desk {
  const { t } = useTranslation('editor')
  // The film's addresses change from hour to hour, and the list is read again: the film is the one that was opened.
  const [video] = useState(opened)
  const { file_id: fileId } = version
  const desk = useMemo(() => {
    const cues = fromWire(version.subtitle_txt) ?? []
    const stored = { fileId: version.file_id, revision: version.revision }
    return makeDesk(programmeOf(video, version.language), cues, (session) => {
      return new Autosave(session, stored, (error) => notify.error(error.message))
    })
  }, [version, video])
  useEffect(() => {
    const { save, session } = desk
    const stop = save.start()
    const forget = keepUndo(fileId, session)
    startAt(desk, new URLSearchParams(location.search))
    void save.recover().then((recovered) => {
      if (recovered) notify.info(t('recovered'))
      return restoreUndo(fileId, session)
    })
    return () => {
      forget()
      stop()
    }
  }, [desk, fileId, t])
  return desk
}
