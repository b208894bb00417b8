import { Button } from '@blueprintjs/core'
import { Refresh, Trash } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { TaskStateName } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { isVisitor } from '#src/api/session.ts'
import { TaskLine } from '#src/tasks/TaskLine.tsx'
import { Progress } from '#src/ui/Progress.tsx'

interface Props {
  video: Video
  state: TaskStateName
  onDelete: () => void
}

/** The last part of a card: how far a new video is, why it can't be used, or its newest task. */
export function VideoFoot({ video, state, onDelete }: Props): ReactNode {
  if (state === 'succeeded') return <NewestTask videoId={video.video_id} />
  return state === 'failed' ? <Failed video={video} onDelete={onDelete} /> : <Preparing video={video} state={state} />
}

function Preparing({ video, state }: { video: Video; state: TaskStateName }): ReactNode {
  const { t } = useTranslation('library')
  const label = t(state === 'queued' ? 'queued' : 'preparing')
  return (
    <div className="video-preparing">
      <div>
        <span>{label}</span>
        <span className="muted">{Math.floor(video.progress * 100)} %</span>
      </div>
      <Progress value={video.progress} label={label} />
    </div>
  )
}

function Failed({ video, onDelete }: { video: Video; onDelete: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('retryVideo', { file_id: video.video_id })
      await refresh('listVideos', 'getVideo')
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="video-failed">
      <p role="alert" title={video.fail_msg}>
        {video.fail_msg}
      </p>
      <div>
        {video.may_retry && (
          <Button
            size="small"
            icon={<Refresh />}
            loading={busy}
            text={t('common:retry')}
            onClick={() => void retry()}
          />
        )}
        <Button size="small" icon={<Trash />} text={t('common:delete')} onClick={onDelete} />
      </div>
    </div>
  )
}

function NewestTask({ videoId }: { videoId: string }): ReactNode {
  const { t } = useTranslation('library')
  const { data } = useCall('listTasks', isVisitor() ? undefined : { video_id: videoId, page_size: 1 })
  const task = data?.list[0]
  return task ? <TaskLine task={task} /> : <p className="muted video-quiet">{data && t('no_tasks_of_video')}</p>
}
