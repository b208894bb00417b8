import './video-picture.css'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Video } from '#core/contract/video.ts'
import { isSoundName, timelineLimits } from '#core/domain/limits.ts'
import { STRIP_COLUMNS, stripCell, thumbnailCount } from '#core/media/thumbnails.ts'
import { Film, VolumeUp } from '#src/ui/icons.ts'
import { Length } from '#src/ui/Length.tsx'
import { later } from '#src/ui/later.tsx'

const Waveform = later(async () => (await import('./Waveform.tsx')).Waveform)

interface Props {
  /** The video, as soon as there is one. */
  video: Video | undefined
  /** Its file on this computer, until the server has a picture. */
  file?: File | undefined
  /** The length that the browser reads in the file. */
  onLength?: ((ms: number) => void) | undefined
}

/** A frame of a video with its length; the pointer over it looks through the filmstrip. A sound has its waveform. */
export function VideoPicture({ video, file, onLength }: Props): ReactNode {
  const info = video?.video_info
  const [localMs, setLocalMs] = useState(0)
  const isSound = info && info.duration_ms > 0 ? !info.has_picture : isSoundName(file?.name ?? '')
  const Kind = isSound ? VolumeUp : Film
  const lengthMs = info?.duration_ms || localMs
  const noteLength = (ms: number): void => {
    setLocalMs(ms)
    onLength?.(ms)
  }
  return (
    <span className="video-picture" data-sound={isSound}>
      <Kind size={20} aria-hidden />
      {file && !video?.video_cover && <LocalFrame file={file} onLength={noteLength} />}
      {video && isSound && video.derived.peaks !== '' && <Waveform address={video.derived.peaks} />}
      {video && !isSound && video.video_cover !== '' && <Cover video={video} />}
      {lengthMs > 0 && <Length ms={lengthMs} />}
    </span>
  )
}

/** The cover; while the pointer moves over it, the picture of the filmstrip at that share of the video. */
export function Cover({ video }: { video: Video }): ReactNode {
  const { derived, video_cover, video_info } = video
  const [share, setShare] = useState<number>()
  const move = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setShare(Math.min(0.999, Math.max(0, (event.clientX - left) / width)))
  }
  const count = thumbnailCount(video_info.duration_ms, timelineLimits.maxThumbnails)
  const { column, row } = stripCell(Math.floor((share ?? 0) * count))
  const rows = Math.ceil(count / STRIP_COLUMNS)
  return (
    <span className="video-cover" onPointerMove={move} onPointerLeave={() => setShare(undefined)}>
      <img src={video_cover} alt="" loading="lazy" />
      {share !== undefined && derived.strip !== '' && (
        <span
          className="video-strip"
          style={{
            aspectRatio: `${video_info.width} / ${video_info.height}`,
            backgroundImage: `url("${derived.strip}")`,
            backgroundSize: `${STRIP_COLUMNS * 100}% ${rows * 100}%`,
            backgroundPosition: `${(column * 100) / (STRIP_COLUMNS - 1)}% ${rows > 1 ? (row * 100) / (rows - 1) : 0}%`,
          }}
        />
      )}
    </span>
  )
}

/** The first frame of a file, if the browser plays it. */
function LocalFrame({ file, onLength }: { file: File; onLength: (ms: number) => void }): ReactNode {
  const player = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (player.current) player.current.src = `${address}#t=0.1`
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <video
      ref={player}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-hidden
      onLoadedMetadata={({ currentTarget: { duration } }) => {
        if (Number.isFinite(duration)) onLength(Math.round(duration * 1000))
      }}
    />
  )
}
