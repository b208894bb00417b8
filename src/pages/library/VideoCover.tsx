import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { TaskStateName } from '#core/domain/task.ts'
import { formatLength } from '#src/ui/format.ts'
import { Film, Play, VolumeUp, WarningSign } from '#src/ui/icons.ts'
import { later } from '#src/ui/later.tsx'
import { Length } from '#src/ui/Length.tsx'
import { Cover } from '#src/uploads/VideoPicture.tsx'

const Waveform = later(async () => (await import('#src/uploads/Waveform.tsx')).Waveform)

interface Props {
  video: Video
  state: TaskStateName
  onPlay: () => void
}

/** The video's picture and length; the pointer over it looks through it, a click plays it once it is ready. */
export function VideoCover({ video, state, onPlay }: Props): ReactNode {
  const { t } = useTranslation('library')
  const { duration_ms, has_picture } = video.video_info
  const Kind = has_picture ? Film : VolumeUp
  const length = duration_ms > 0 ? formatLength(duration_ms) : ''
  const isReady = state === 'succeeded'
  const [isOver, setOver] = useState(false)
  const { peaks } = video.derived
  return (
    <button
      type="button"
      className="cover"
      disabled={!isReady}
      onClick={onPlay}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      aria-label={`${t('play', { name: video.video_name })} ${length}`.trim()}
    >
      {video.video_cover ? (
        <Cover video={video} />
      ) : (
        <span className="cover-none">{state === 'failed' ? <WarningSign size={28} /> : <Kind size={28} />}</span>
      )}
      {video.video_cover && !has_picture && <VolumeUp size={16} className="cover-sound" />}
      {isOver && !has_picture && peaks !== '' && (
        <span className="cover-wave">
          <Waveform address={peaks} />
        </span>
      )}
      {isReady && <Play size={28} className="cover-play" />}
      {duration_ms > 0 && <Length ms={duration_ms} />}
    </button>
  )
}
