import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import type { TaskKind } from '#src/tasks/kind.ts'
import { RunDialog } from '#src/tasks/RunDialog.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { notify } from '#src/ui/toaster.ts'
import { NameDialog } from './NameDialog.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'

// Reading subtitle files is a good part of the editor: only who imports one fetches it.
const ImportDialog = lazy(async () => ({ default: (await import('#src/subtitles/ImportDialog.tsx')).ImportDialog }))

/** What lies open over a card: a question, a name, the player, a task to start, or a subtitle file to import. */
export type VideoOverlay = 'delete' | 'rename' | 'preview' | { readonly kind: TaskKind } | { readonly file: File }

interface Props {
  video: Video
  open: VideoOverlay
  onClose: () => void
}

/** The dialog that is open over a video. */
export function VideoOverlays({ video, open, onClose }: Props): ReactNode {
  if (open === 'preview') {
    return <PreviewDialog title={video.video_name} hls={video.video_url_m3u8} onClose={onClose} />
  }
  if (open === 'delete') return <DeleteVideo video={video} onClose={onClose} />
  if (open === 'rename') return <RenameVideo video={video} onClose={onClose} />
  return 'kind' in open ? (
    <RunDialog kind={open.kind} video={video} onClose={onClose} />
  ) : (
    <ImportDialog video={video} file={open.file} onImported={onClose} onClose={onClose} />
  )
}

function DeleteVideo({ video, onClose }: { video: Video; onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const remove = async (): Promise<void> => {
    try {
      await call('deleteVideo', { folder_id: video.folder_id, video_id: video.video_id })
      notify.success(t('common:deleted'))
      await refresh('listVideos', 'listFolders')
    } catch (error) {
      notifyFailure(error)
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      text={t('delete_video_question', { name: video.video_name })}
      confirmText={t('common:delete')}
      onConfirm={() => void remove()}
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
      maxLength={200}
      confirmText={t('rename')}
      onName={async (name) => {
        await call('renameVideo', { file_id: video.video_id, name })
        await refresh('listVideos', 'getVideo')
      }}
      onClose={onClose}
    />
  )
}
