import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'
import type { TaskStateName } from '#core/domain/task.ts'
import { TaskLine } from '#src/tasks/TaskLine.tsx'
import { Button } from '#src/ui/Button.ts'
import { formatShare } from '#src/ui/format.ts'
import { Trash } from '#src/ui/icons.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { RetryVideo } from '#src/uploads/RetryVideo.tsx'

interface Props {
  video: Video
  state: TaskStateName
  task: Task | null
  onDelete: () => void
}

/** The card's bottom: a new video's progress or failure, or its newest task. */
export function VideoFoot({ video, state, task, onDelete }: Props): ReactNode {
  if (state === 'succeeded') return <NewestTask task={task} />
  return state === 'failed' ? <Failed video={video} onDelete={onDelete} /> : <Preparing video={video} state={state} />
}

function Preparing({ video, state }: { video: Video; state: TaskStateName }): ReactNode {
  const { t } = useTranslation('library')
  const host = video.import_host
  const label = state === 'queued' ? t('queued') : host === '' ? t('preparing') : t('importing', { host })
  return (
    <div className="video-preparing">
      <div>
        <span className="ellipsis" title={label}>
          {label}
        </span>
        <span className="muted">{formatShare(video.progress)}</span>
      </div>
      <Progress value={video.progress} label={label} />
    </div>
  )
}

function Failed({ video, onDelete }: { video: Video; onDelete: () => void }): ReactNode {
  const { t } = useTranslation('library')
  return (
    <div className="video-failed">
      <p role="alert" title={video.fail_msg}>
        {video.fail_msg}
      </p>
      <div>
        {video.may_retry && <RetryVideo video={video} />}
        <Button size="small" icon={<Trash />} text={t('common:delete')} onClick={onDelete} />
      </div>
    </div>
  )
}

function NewestTask({ task }: { task: Task | null }): ReactNode {
  const { t } = useTranslation('library')
  return task ? <TaskLine task={task} /> : <p className="muted video-quiet">{t('no_tasks_of_video')}</p>
}
