import { type ReactNode, useMemo } from 'react'
import type { DataOf } from '#core/contract/index.ts'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import { createEditor } from '../context/editor.ts'
import { libraryFile } from '../model/file-origin.ts'
import { useLeave } from '../context/host.ts'
import { versionStore } from '../store/linked/versions.ts'
import type { EditorMedia } from '../media/editor-media.ts'
import { showNotice } from '../context/notices.ts'
import { Autosave } from '../store/autosave.ts'
import { libraryStyleStore } from '../features/style/style-store.ts'
import { useSaving } from './use-saving.ts'
import { Workspace } from './Workspace.tsx'

/** The picture that subtitles are laid out for without a video. */
const noVideo = {
  ...{ durationMs: 0, rate: { num: 25, den: 1 }, width: 1280, height: 720 },
  ...{ isWide: true, hasPicture: true, derived: {} },
}
const noPlayback = { src: undefined, source: undefined }

/** A subtitle file without a video, saved to the server while it is edited. */
export function FileEditor({ version }: { version: DataOf<'getVersion'> }): ReactNode {
  const leave = useLeave()
  const { file_id: fileId } = version
  const editor = useMemo(() => {
    const place = { fileId: version.file_id, revision: version.revision }
    const media: EditorMedia = { ...noVideo, name: version.name, language: version.language, shots: undefined }
    return createEditor({
      media,
      cues: fromWire(version.subtitle_txt) ?? [],
      flags: version.flags,
      voices: version.voices,
      store: (session) => new Autosave(session, place, (error) => notify.error(error.message)),
      style: libraryStyleStore(version, notifyFailure),
      file: libraryFile(version.file_id, version.imported_format),
      versions: versionStore,
      library: undefined,
      notify: showNotice,
    })
  }, [version])
  useSaving(editor, fileId)
  return <Workspace editor={editor} playback={noPlayback} menu={null} onLeave={() => leave(version.folder_id)} />
}
