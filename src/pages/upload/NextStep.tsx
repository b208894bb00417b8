import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeTaskState } from '#core/domain/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { ExtractButton } from '#src/tasks/ExtractButton.tsx'
import { formatShare } from '#src/ui/format.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Progress } from '#src/ui/Progress.tsx'

/** What follows an upload: the preparation, then the extraction with its progress, then the editor. */
export function NextStep({ videoId }: { videoId: string }): ReactNode {
  const { t } = useTranslation('upload')
  const { data: video } = useCall('getVideo', { file_id: videoId })
  if (!video) return null
  const { name: state, isOngoing } = describeTaskState(video.state)
  if (isOngoing) {
    return (
      <>
        <Progress value={video.progress} label={t('preparing')} />
        <span className="muted upload-state">
          {t('preparing')} {formatShare(video.progress)}
        </span>
      </>
    )
  }
  if (state === 'failed') return <p role="alert">{video.fail_msg}</p>
  return (
    <span className="upload-next">
      {video.subtitle_sum > 0 ? (
        <LinkButton size="small" to={`/lab/pro/srt-edit?video=${videoId}`}>
          {t('tasks:edit_result')}
        </LinkButton>
      ) : (
        <ExtractButton video={video} />
      )}
    </span>
  )
}
