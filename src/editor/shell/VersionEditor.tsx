import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { DataOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { WordTimes } from '#core/subtitle/formats/cue-words.ts'
import type { Format } from '#core/subtitle/formats/format.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { type Editor } from '../context/editor.ts'
import { createEditor } from './create-editor.ts'
import { useLeave, useOpenTarget } from '../context/host.ts'
import { LibraryBinding, type LibraryData } from '../store/linked/library.ts'
import { editorMediaOf } from '../media/editor-media.ts'
import { usePlayback } from '../media/local-media.ts'
import { VideoMenu } from '../features/player/VideoMenu.tsx'
import { partsOfVersion, useSaving } from './use-saving.ts'
import { Workspace } from './Workspace.tsx'

interface Props {
  video: Video
  versions: SubtitleVersion[]
  version: DataOf<'getVersion'>
  onOpen: (fileId: string) => void
}

/** A version of a video, saved to the server while it is edited. */
export function VersionEditor({ video, versions, version, onOpen }: Props): ReactNode {
  const editor = useVersionEditor({ video, versions, version, onOpen })
  const goTo = useOpenTarget()
  useEffect(() => editor.library?.goBy(goTo))
  useLibraryData(editor, { video, versions, onOpen })
  const playback = usePlayback(video)
  const toFolder = useLeave()
  const leave = (): void => toFolder(video.folder_id)
  return <Workspace editor={editor} playback={playback} menu={<VideoMenu playback={playback} />} onLeave={leave} />
}

/** The editor of a version, with its saving and recovered changes of an earlier visit. */
function useVersionEditor({ version, ...opened }: Props): Editor {
  // Signed addresses change and the list is loaded again, but the opened video stays the same.
  const [{ video, versions, onOpen }] = useState(opened)
  const { file_id: fileId } = version
  const editor = useMemo(() => {
    return createEditor({
      ...partsOfVersion(version),
      media: editorMediaOf(video, version.language),
      ...(version.profile !== '' && { guide: version.profile }),
      library: new LibraryBinding(version.file_id, { video, versions, roles: [], onOpen }),
      isReadOnly: video.access === 'review',
    })
  }, [version, video, versions, onOpen])
  useSaving(editor, fileId)
  useEffect(() => void loadWordTimes(editor, version).catch(notifyFailure), [editor, version])
  return editor
}

/** Formats that may have word times. */
const withWordTimes: readonly (Format | null)[] = ['vtt', 'lrc', 'ttml', 'ass', 'ssa']

/** Word times exist for recognised versions and in some imported files. Without them a split goes by letters. */
async function loadWordTimes({ session }: Editor, { file_id, from, imported_format }: SubtitleVersion): Promise<void> {
  if (from !== 'extract' && !withWordTimes.includes(imported_format)) return
  const { list } = await call('getWordTimes', { file_id })
  session.words = new WordTimes(list)
}

/** Passes the library's data to the editor each time it is loaded. */
function useLibraryData({ library }: Editor, { video, versions, onOpen }: Omit<LibraryData, 'roles'>): void {
  const { data: roles } = useCall('listRoles', { folder_id: video.folder_id })
  useEffect(() => library?.update({ video, versions, onOpen }), [library, video, versions, onOpen])
  useEffect(() => {
    // An empty list, as before the answer, would only cause a needless render.
    if (roles && library && roles.list.length + library.data().roles.length > 0) library.update({ roles: roles.list })
  }, [library, roles])
}
