import '#src/ui/Tile.css'
import { memo, type ReactNode } from 'react'
import { Length } from '#src/ui/Length.tsx'
import { VersionChips } from './VersionChips.tsx'
import { Choice, Cover, More, type VideoProps, VideoState } from './VideoRow.tsx'

/** Most versions shown on a card. */
const MOST_CHIPS = 6

/** A video as a card, memoised. */
export const VideoCard = memo(function VideoCard({ folder, video, isChosen, onTurn, tools }: VideoProps): ReactNode {
  const { video_id, video_name, duration_ms, language } = video
  return (
    <article className="tile pro-video-card" data-video={video_id} data-chosen={isChosen}>
      <a href={tools.hrefOf(video_id)} className="pro-card-cover" aria-label={video_name}>
        <Cover video={video} />
        {duration_ms > 0 && <Length ms={duration_ms} />}
      </a>
      <Choice name={video_name} isChosen={isChosen} onTurn={() => onTurn(video_id)} />
      <div className="pro-card-title">
        <a href={tools.hrefOf(video_id)} className="pro-video-name" title={video_name}>
          {video_name}
        </a>
        <More label={tools.t('actions', { name: video_name })} />
      </div>
      <VersionChips video={video} folder={folder} tools={tools} most={MOST_CHIPS} />
      <div className="tile-foot">
        <span className="muted">{tools.nameOf(language)}</span>
        <VideoState video={video} tools={tools} />
      </div>
    </article>
  )
})
