import { type ReactNode, useRef } from 'react'
import type { Video } from '#core/contract/video.ts'
import { usePlayable } from '#src/tasks/stream.ts'

/** The video that the choices are for, playable beside them; a sound has no picture. */
export function Clip({ video }: { video: Video }): ReactNode {
  const player = useRef<HTMLVideoElement>(null)
  const { proxy_url, video_url, video_url_m3u8, video_cover, video_name, video_info } = video
  usePlayable(player, { stream: video_url_m3u8, file: proxy_url === '' ? video_url : proxy_url })
  return (
    <video
      ref={player}
      className="task-clip"
      controls
      playsInline
      preload="metadata"
      poster={video_cover === '' ? undefined : video_cover}
      data-sound={!video_info.has_picture}
      aria-label={video_name}
    />
  )
}
