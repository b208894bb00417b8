import { type ReactNode, useMemo } from 'react'
import type { DataOf } from '#core/contract/index.ts'
import { createEditor } from './create-editor.ts'
import { useLeave } from '../context/host.ts'
import type { EditorMedia } from '../media/editor-media.ts'
import { partsOfVersion, useSaving } from './use-saving.ts'
import { Workspace } from './Workspace.tsx'

/** The picture that subtitles are laid out for without a video. */
const noVideo = {
  ...{ durationMs: 0, rate: { num: 25, den: 1 }, width: 1280, height: 720 },
  ...{ hasPicture: true, derived: {} },
}
const noPlayback = { src: undefined, source: undefined }

/** A subtitle file without a video, saved to the server while it is edited. */
export function FileEditor({ version }: { version: DataOf<'getVersion'> }): ReactNode {
  const leave = useLeave()
  const { file_id: fileId } = version
  const editor = useMemo(() => {
    const media: EditorMedia = { ...noVideo, name: version.name, language: version.language, shots: undefined }
    return createEditor({
      ...partsOfVersion(version),
      media,
      library: undefined,
    })
  }, [version])
  useSaving(editor, fileId)
  return <Workspace editor={editor} playback={noPlayback} menu={null} onLeave={() => leave(version.folder_id)} />
}
