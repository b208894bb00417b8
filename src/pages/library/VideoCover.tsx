import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { TaskStateName } from '#core/domain/task.ts'
import { formatLength } from '#src/ui/format.ts'
import { Film, Play, VolumeUp, WarningSign } from '#src/ui/icons.ts'
import { Length } from '#src/ui/Length.tsx'

interface Props {
  video: Video
  state: TaskStateName
  onPlay: () => void
}

/** The video's picture and length; plays on click once it is ready. */
export function VideoCover({ video, state, onPlay }: Props): ReactNode {
  const { t } = useTranslation('library')
  const { duration_ms, has_picture } = video.video_info
  const Kind = has_picture ? Film : VolumeUp
  const length = duration_ms > 0 ? formatLength(duration_ms) : ''
  const isReady = state === 'succeeded'
  return (
    <button
      type="button"
      className="cover"
      disabled={!isReady}
      onClick={onPlay}
      aria-label={`${t('play', { name: video.video_name })} ${length}`.trim()}
    >
      {video.video_cover ? (
        <img src={video.video_cover} alt="" loading="lazy" />
      ) : (
        <span className="cover-none">{state === 'failed' ? <WarningSign size={28} /> : <Kind size={28} />}</span>
      )}
      {video.video_cover && !has_picture && <VolumeUp size={16} className="cover-sound" />}
      {isReady && <Play size={28} className="cover-play" />}
      {duration_ms > 0 && <Length ms={duration_ms} />}
    </button>
  )
}
