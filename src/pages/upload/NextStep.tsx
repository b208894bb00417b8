import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { ExtractButton } from '#src/tasks/ExtractButton.tsx'
import { formatShare } from '#src/ui/format.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { RetryVideo } from '#src/uploads/RetryVideo.tsx'

/** What follows an upload: the preparation, then all that can be done with the video. */
export function NextStep({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('upload')
  const { video_id, state: number, progress, subtitle_sum } = video
  const { name: state, isOngoing } = describeTaskState(number)
  if (isOngoing) {
    return (
      <>
        <Progress value={progress} label={t('preparing')} />
        <span className="muted upload-state">
          {t('preparing')} {formatShare(progress)}
        </span>
      </>
    )
  }
  if (state === 'failed')
    return (
      <span className="upload-next">
        <p role="alert">{video.fail_msg}</p>
        {video.may_retry && <RetryVideo video={video} />}
      </span>
    )
  return (
    <span className="upload-next">
      {subtitle_sum === 0 && <ExtractButton video={video} />}
      <LinkButton size="small" to={`/lab/workspace?video=${video_id}&want=translate`}>
        {t('next_translate')}
      </LinkButton>
      <LinkButton size="small" to={`/lab/workspace?video=${video_id}&want=dub`}>
        {t('next_dub')}
      </LinkButton>
      <LinkButton size="small" to={`/lab/pro/srt-edit?video=${video_id}`}>
        {t('next_open')}
      </LinkButton>
    </span>
  )
}
