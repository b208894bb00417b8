import { Checkbox } from '@blueprintjs/core'
import { memo, type ReactNode } from 'react'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Length } from '#src/ui/Length.tsx'
import { VideoLink } from '../VideoLink.tsx'
import { VersionChips } from './VersionChips.tsx'
import { VideoMenu } from './VideoMenu.tsx'
import { Cover, type VideoProps, VideoState } from './VideoRow.tsx'

/** A video as a card, drawn again only where something of it changes. */
export const VideoCard = memo(function VideoCard({ folder, video, isChosen, onTurn }: VideoProps): ReactNode {
  const nameOf = useLanguageNames()
  const { video_id, video_name, duration_ms, language } = video
  return (
    <article className="pro-video-card" data-video={video_id} data-chosen={isChosen}>
      <VideoLink folderId={folder.folder_id} videoId={video_id} className="pro-card-cover">
        <Cover video={video} />
        {duration_ms > 0 && <Length ms={duration_ms} />}
      </VideoLink>
      <Checkbox checked={isChosen} aria-label={video_name} onChange={() => onTurn(video_id)} />
      <div className="pro-card-title">
        <VideoLink folderId={folder.folder_id} videoId={video_id} className="pro-video-name" title={video_name}>
          {video_name}
        </VideoLink>
        <VideoMenu folder={folder} video={video} />
      </div>
      <VersionChips video={video} folder={folder} />
      <div className="pro-card-foot">
        <span className="muted">{nameOf(language)}</span>
        <VideoState video={video} />
      </div>
    </article>
  )
})
