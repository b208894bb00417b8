import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { Button } from '#src/ui/Button.ts'
import { Refresh } from '#src/ui/icons.ts'
import { useRetryTasks } from './retry.ts'
import { RunDialog } from './RunDialog.tsx'
import { TaskProgress } from './TaskProgress.tsx'
import { useNewestTask } from './use-task.ts'
import { videoExtract } from './video-extract.tsx'

/** For a video without usable subtitles: opens the extraction, whose progress or failure is then shown here. */
export function ExtractButton({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  const { video_id } = video
  const task = useNewestTask({ video_id, task_type: videoExtract.type })
  const state = task && describeTaskState(task.state)
  const { busy, retry } = useRetryTasks(task ? [task] : [])
  if (task && state?.isOngoing) return <TaskProgress task={task} label={t(videoExtract.name)} />
  return (
    <>
      {state?.name === 'failed' && (
        <>
          <span className="task-failed" role="alert" title={task?.fail_msg}>
            {task?.fail_msg}
          </span>
          <Button
            size="small"
            icon={<Refresh />}
            text={t('common:retry')}
            loading={busy}
            onClick={() => void retry()}
          />
        </>
      )}
      <Button size="small" text={t('extract_title')} onClick={() => setOpen(true)} />
      {isOpen && <RunDialog kind={videoExtract} video={video} onClose={() => setOpen(false)} />}
    </>
  )
}
