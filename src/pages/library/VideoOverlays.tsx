import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths } from '#core/domain/limits.ts'
import type { Video } from '#core/contract/video.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import type { TaskKind } from '#src/tasks/kind.ts'
import { RunDialog } from '#src/tasks/RunDialog.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { NameDialog } from '#src/shell/dialogs/NameDialog.tsx'
import { later } from '#src/ui/later.tsx'
import { BindDialog } from './BindDialog.tsx'
import { deleteWithUndo } from './deletions.ts'
import { DownloadDialog } from './DownloadDialog.tsx'
import { type ChosenFile } from './files.ts'
import { LanguageDialog } from './LanguageDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { UsedDialog } from './UsedDialog.tsx'

// Reading subtitle files needs much of the editor: it is loaded on demand.
const ImportDialog = later(async () => (await import('#src/subtitles/ImportDialog.tsx')).ImportDialog)

/** Open overlays of a card: confirmation, name, player, task, or subtitle import. */
export type VideoOverlay =
  | 'delete'
  | 'rename'
  | 'preview'
  | 'bind'
  | 'used'
  | 'language'
  | 'move'
  | 'download'
  | 'share'
  | { readonly kind: TaskKind }
  | { readonly files: readonly File[] }

interface Props {
  video: Video
  open: VideoOverlay
  onClose: () => void
}

/** The open dialog of a video. */
export function VideoOverlays({ video, open, onClose }: Props): ReactNode {
  if (typeof open === 'object') {
    return 'kind' in open ? (
      <RunDialog kind={open.kind} video={video} onClose={onClose} />
    ) : (
      <ImportDialog video={video} files={open.files} onImported={onClose} onClose={onClose} />
    )
  }
  const file: ChosenFile = { kind: 'video', id: video.video_id, name: video.video_name, language: video.language }
  const { folder_id: folderId } = video
  switch (open) {
    case 'preview':
      return <PreviewDialog video={video} onClose={onClose} />
    case 'delete':
      return <DeleteVideo file={file} folderId={folderId} onClose={onClose} />
    case 'rename':
      return <RenameVideo video={video} onClose={onClose} />
    case 'bind':
      return <BindDialog folderId={folderId} video={video} onClose={onClose} />
    case 'used':
      return <UsedDialog video={video} onClose={onClose} />
    case 'language':
      return <LanguageDialog files={[file]} onClose={onClose} />
    case 'move':
      return <MoveDialog folderId={folderId} files={[file]} onClose={onClose} />
    case 'download':
      return <DownloadDialog folderId={folderId} files={[file]} onClose={onClose} />
    case 'share':
      return <ShareDialog video={video} onClose={onClose} />
  }
}

function DeleteVideo({ file, folderId, onClose }: { file: ChosenFile; folderId: string; onClose: () => void }) {
  const { t } = useTranslation('library')
  return (
    <ConfirmDialog
      open
      text={t('delete_video_question', { name: file.name })}
      confirmText={t('common:delete')}
      onConfirm={() => deleteWithUndo(folderId, [file]).then(onClose)}
      onClose={onClose}
    />
  )
}

function RenameVideo({ video, onClose }: { video: Video; onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  return (
    <NameDialog
      title={t('rename_video')}
      label={t('video_name')}
      name={video.video_name}
      maxLength={nameLengths.file}
      confirmText={t('rename')}
      onName={async (name) => {
        await call('renameVideo', { file_id: video.video_id, name })
        await refresh('listFiles', 'listVideos', 'getVideo')
      }}
      onClose={onClose}
    />
  )
}
