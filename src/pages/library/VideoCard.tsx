import { Button, Card, Menu, MenuDivider, MenuItem, PopoverNext, Tag } from '@blueprintjs/core'
import { Chat, Edit, Media, More, Play, Translate, Trash } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { isVisitor } from '#src/api/session.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { ExtractDialog } from '#src/tasks/ExtractDialog.tsx'
import { SynthesisDialog } from '#src/tasks/SynthesisDialog.tsx'
import { TaskLine } from '#src/tasks/TaskLine.tsx'
import { TranslateDialog } from '#src/tasks/TranslateDialog.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { formatBytes, formatLength } from '#src/ui/format.ts'
import { Length } from '#src/ui/Length.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { notify } from '#src/ui/toaster.ts'
import { PreviewDialog } from './PreviewDialog.tsx'

type Open = 'extract' | 'translate' | 'synthesis' | 'delete' | 'preview' | undefined

export function VideoCard({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const state = describeTaskState(video.state).name
  const isReady = state === 'succeeded'
  const length = formatLength(video.video_info.duration_ms)
  const close = (): void => setOpen(undefined)
  const edit = (): void => void navigate(`/lab/pro/srt-edit?video=${video.video_id}`)
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
      <Card className="video-card" data-video={video.video_id} data-state={state}>
        <button
          type="button"
          className="cover"
          disabled={!isReady}
          onClick={() => setOpen('preview')}
          aria-label={`${t('play', { name: video.video_name })} ${length}`}
        >
          {video.video_cover && <img src={video.video_cover} alt="" loading="lazy" />}
          {isReady && <Play size={28} className="cover-play" />}
          <Length ms={video.video_info.duration_ms} />
        </button>
        {state === 'failed' && <p className="video-failed">{video.fail_msg}</p>}
        {!isReady && state !== 'failed' && (
          <div className="video-preparing">
            <Progress value={video.progress} label={t('preparing')} />
            <span className="muted">{t('preparing')}</span>
          </div>
        )}
        <div className="video-title">
          <Link className="ellipsis" to={`/lab/pro/srt-edit?video=${video.video_id}`} title={video.video_name}>
            {video.video_name}
          </Link>
          <PopoverNext
            placement="bottom-end"
            content={
              <Menu>
                <MenuItem icon={<Edit />} text={t('open_editor')} disabled={!isReady} onClick={edit} />
                <MenuDivider />
                <MenuItem
                  icon={<Chat />}
                  text={t('tasks:extract_title')}
                  disabled={!isReady}
                  onClick={() => setOpen('extract')}
                />
                <MenuItem icon={<Translate />} text={t('tasks:translate_title')} onClick={() => setOpen('translate')} />
                <MenuItem
                  icon={<Media />}
                  text={t('tasks:synthesis_title')}
                  disabled={!isReady}
                  onClick={() => setOpen('synthesis')}
                />
                <MenuDivider />
                <MenuItem
                  icon={<Trash />}
                  intent="danger"
                  text={t('common:delete')}
                  onClick={() => setOpen('delete')}
                />
              </Menu>
            }
          >
            <Button
              variant="minimal"
              size="small"
              icon={<More />}
              aria-label={t('actions', { name: video.video_name })}
            />
          </PopoverNext>
        </div>
        <div className="video-facts muted">
          <span>
            {video.video_info.width}×{video.video_info.height}
          </span>
          {video.video_info.size > 0 && <span>{formatBytes(video.video_info.size)}</span>}
          <span>{t('days_left', { count: video.days_left })}</span>
          {video.subtitle_sum > 0 && (
            <Tag minimal round>
              {t('versions', { count: video.subtitle_sum })}
            </Tag>
          )}
        </div>
        <VideoTasks videoId={video.video_id} />
        {open === 'extract' && <ExtractDialog video={video} onClose={close} />}
        {open === 'translate' && <TranslateDialog video={video} onClose={close} />}
        {open === 'synthesis' && <SynthesisDialog video={video} onClose={close} />}
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
