import { Button, Card, Menu, MenuDivider, MenuItem, PopoverNext, Tag } from '@blueprintjs/core'
import { Edit, Import, More, Play, Trash } from '@blueprintjs/icons'
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState, type TaskStateName } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { isVisitor } from '#src/api/session.ts'
import { isSubtitle } from '#src/subtitles/file-names.ts'
import { SubtitleFileInput } from '#src/subtitles/SubtitleFileInput.tsx'
import type { TaskKind } from '#src/tasks/kind.ts'
import { taskKinds } from '#src/tasks/kinds.ts'
import { RunDialog } from '#src/tasks/RunDialog.tsx'
import { TaskLine } from '#src/tasks/TaskLine.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { formatBytes, formatLength } from '#src/ui/format.ts'
import { Length } from '#src/ui/Length.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { notify } from '#src/ui/toaster.ts'
import { useFileDrop } from '#src/ui/use-file-drop.ts'
import { PreviewDialog } from './PreviewDialog.tsx'

// Reading subtitle files is a good part of the editor: only who imports one fetches it.
const ImportDialog = lazy(async () => ({ default: (await import('#src/subtitles/ImportDialog.tsx')).ImportDialog }))

/** What lies open over the card: a question, the player, a task to start, or a subtitle file to import. */
type Open = 'delete' | 'preview' | { readonly kind: TaskKind } | { readonly file: File } | undefined

/** A video of a folder: its picture, state, facts, newest tasks, and what can be done with it. */
export function VideoCard({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('library')
  const [open, setOpen] = useState<Open>()
  const state = describeTaskState(video.state).name
  const close = (): void => setOpen(undefined)
  const input = useRef<HTMLInputElement>(null)
  const drop = useFileDrop((files) => {
    const file = files.find(isSubtitle)
    if (file) setOpen({ file })
    return file !== undefined
  })
  const remove = async (): Promise<void> => {
    try {
      await call('deleteVideo', { folder_id: video.folder_id, video_id: video.video_id })
      notify.success(t('common:deleted'))
      await refresh('listVideos', 'listFolders')
    } catch (error) {
      notifyFailure(error)
    } finally {
      close()
    }
  }
  return (
    <li>
      <Card
        className={drop.isOver ? 'video-card video-card-over' : 'video-card'}
        data-video={video.video_id}
        data-state={state}
        {...drop.handlers}
      >
        <Cover video={video} isReady={state === 'succeeded'} onPlay={() => setOpen('preview')} />
        <Preparation video={video} state={state} onDelete={() => setOpen('delete')} />
        <div className="video-title">
          <Link className="ellipsis" to={`/lab/pro/srt-edit?video=${video.video_id}`} title={video.video_name}>
            {video.video_name}
          </Link>
          <PopoverNext
            placement="bottom-end"
            content={<VideoMenu video={video} isReady={state === 'succeeded'} input={input} onOpen={setOpen} />}
          >
            <IconButton size="small" icon={<More />} label={t('actions', { name: video.video_name })} />
          </PopoverNext>
        </div>
        <Facts video={video} />
        <VideoTasks videoId={video.video_id} />
        <SubtitleFileInput input={input} onFile={(file) => setOpen({ file })} />
        {typeof open === 'object' && 'kind' in open && <RunDialog kind={open.kind} video={video} onClose={close} />}
        {typeof open === 'object' && 'file' in open && (
          <Suspense>
            <ImportDialog video={video} file={open.file} onImported={close} onClose={close} />
          </Suspense>
        )}
        {open === 'preview' && <PreviewDialog title={video.video_name} hls={video.video_url_m3u8} onClose={close} />}
        <ConfirmDialog
          open={open === 'delete'}
          text={t('delete_video_question', { name: video.video_name })}
          confirmText={t('common:delete')}
          onConfirm={() => void remove()}
          onClose={close}
        />
      </Card>
    </li>
  )
}

function Cover({ video, isReady, onPlay }: { video: Video; isReady: boolean; onPlay: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const { duration_ms } = video.video_info
  const length = duration_ms > 0 ? formatLength(duration_ms) : ''
  return (
    <button
      type="button"
      className="cover"
      disabled={!isReady}
      onClick={onPlay}
      aria-label={`${t('play', { name: video.video_name })} ${length}`.trim()}
    >
      {video.video_cover && <img src={video.video_cover} alt="" loading="lazy" />}
      {isReady && <Play size={28} className="cover-play" />}
      {duration_ms > 0 && <Length ms={duration_ms} />}
    </button>
  )
}

interface PreparationProps {
  video: Video
  state: TaskStateName
  onDelete: () => void
}

/** How far a new video is, or why it can't be used. Nothing once it is ready. */
function Preparation({ video, state, onDelete }: PreparationProps): ReactNode {
  const { t } = useTranslation('library')
  if (state === 'succeeded') return null
  if (state === 'failed') {
    return (
      <div className="video-failed">
        <p role="alert">{video.fail_msg}</p>
        <Button size="small" icon={<Trash />} text={t('common:delete')} onClick={onDelete} />
      </div>
    )
  }
  const label = t(state === 'queued' ? 'queued' : 'preparing')
  return (
    <div className="video-preparing">
      <Progress value={video.progress} label={label} />
      <span className="muted">{label}</span>
    </div>
  )
}

interface MenuProps {
  video: Video
  isReady: boolean
  input: RefObject<HTMLInputElement | null>
  onOpen: (open: Open) => void
}

function VideoMenu({ video, isReady, input, onOpen }: MenuProps): ReactNode {
  const { t } = useTranslation(['library', 'subtitles', 'tasks'])
  const navigate = useNavigate()
  return (
    <Menu>
      <MenuItem
        icon={<Edit />}
        text={t('open_editor')}
        disabled={!isReady}
        onClick={() => void navigate(`/lab/pro/srt-edit?video=${video.video_id}`)}
      />
      <MenuItem icon={<Import />} text={t('import_file', { ns: 'subtitles' })} onClick={() => input.current?.click()} />
      <MenuDivider />
      {taskKinds.map((kind) => (
        <MenuItem
          key={kind.type}
          icon={<kind.icon />}
          text={t(kind.title, { ns: 'tasks' })}
          disabled={kind.needsVideo && !isReady}
          onClick={() => onOpen({ kind })}
        />
      ))}
      <MenuDivider />
      <MenuItem icon={<Trash />} intent="danger" text={t('common:delete')} onClick={() => onOpen('delete')} />
    </Menu>
  )
}

function Facts({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('library')
  const { width, height, size } = video.video_info
  return (
    <div className="video-facts muted">
      {width > 0 && (
        <span>
          {width}×{height}
        </span>
      )}
      {size > 0 && <span>{formatBytes(size)}</span>}
      <span>{t('days_left', { count: video.days_left })}</span>
      {video.subtitle_sum > 0 && (
        <Tag minimal round>
          {t('versions', { count: video.subtitle_sum })}
        </Tag>
      )}
    </div>
  )
}

const SHOWN = 3

/** The newest tasks of the video. */
function VideoTasks({ videoId }: { videoId: string }): ReactNode {
  const { data } = useCall('listTasks', isVisitor() ? undefined : { video_id: videoId, page_size: SHOWN })
  return data?.list.length ? (
    <ul className="video-tasks">
      {data.list.map((task) => (
        <TaskLine key={task.task_id} task={task} />
      ))}
    </ul>
  ) : null
}
