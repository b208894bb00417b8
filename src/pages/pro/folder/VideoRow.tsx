import { memo, type ReactNode } from 'react'
import type { ProVideo } from '#core/contract/pro.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { formatLength } from '#src/ui/format.ts'
import { morePaths as more } from '#src/ui/icon-paths.ts'
import { Film } from '#src/ui/icons.ts'
import { PlainCheckbox } from '#src/ui/PlainCheckbox.tsx'
import { PlainIcon } from '#src/ui/PlainIcon.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import type { OpenFolder } from '../open-folder.ts'
import { VideoWork } from '../review/VideoWork.tsx'
import type { RowTools } from './row-tools.ts'
import { VersionChips } from './VersionChips.tsx'

/** Props of a video in the list. */
export interface VideoProps {
  folder: OpenFolder
  video: ProVideo
  isChosen: boolean
  onTurn: (id: string) => void
  tools: RowTools
}

/** Most versions shown in a row. */
const MOST_CHIPS = 10

/** A video in one row, memoised, so that scrolling does not re-render it. */
export const VideoRow = memo(function VideoRow({ folder, video, isChosen, onTurn, tools }: VideoProps): ReactNode {
  const { video_id, video_name, duration_ms, language } = video
  return (
    <div className="pro-video-row" data-video={video_id} data-chosen={isChosen}>
      <Choice name={video_name} isChosen={isChosen} onTurn={() => onTurn(video_id)} />
      <Cover video={video} />
      <span className="pro-video-words">
        <a href={tools.hrefOf(video_id)} className="pro-video-name ellipsis" title={video_name}>
          {video_name}
        </a>
        <span className="muted ellipsis">
          {[...(duration_ms > 0 ? [formatLength(duration_ms)] : []), tools.nameOf(language)].join(' · ')}
        </span>
      </span>
      <VersionChips video={video} folder={folder} tools={tools} most={MOST_CHIPS} />
      <VideoWork video={video} t={tools.review} />
      <VideoState video={video} tools={tools} />
      <More label={tools.t('actions', { name: video_name })} />
    </div>
  )
})

/** A video's checkbox: plain elements, since a list has hundreds. */
export function Choice({ name, isChosen, onTurn }: { name: string; isChosen: boolean; onTurn: () => void }): ReactNode {
  return <PlainCheckbox label={name} checked={isChosen} onChange={onTurn} />
}

const moreClass = buttonClass({ size: 'small', variant: 'minimal' }, 'pro-more')

/** Opens a video's menu, which the list shares. */
export function More({ label }: { label: string }): ReactNode {
  return (
    <button type="button" className={moreClass} aria-haspopup="menu" aria-label={label} data-tip={label}>
      <PlainIcon paths={more} />
    </button>
  )
}

/** The picture of a video. */
export function Cover({ video: { video_cover } }: { video: ProVideo }): ReactNode {
  return (
    <span className="pro-cover">
      {video_cover === '' ? <Film /> : <img src={video_cover} alt="" loading="lazy" decoding="async" />}
    </span>
  )
}

/** Progress of a video's preparation or tasks; empty when all is done. */
export function VideoState({ video, tools: { t } }: { video: ProVideo; tools: RowTools }): ReactNode {
  const { state, progress, fail_msg, task_sum_ing, task_sum_fail } = video
  const { name } = describeTaskState(state)
  if (name === 'failed')
    return (
      <span className="pro-video-state pro-bad ellipsis" title={fail_msg}>
        {fail_msg}
      </span>
    )
  if (name !== 'succeeded')
    return (
      <span className="pro-video-state pro-progress">
        <span className="muted">{t('preparing')}</span>
        <Progress label={t('preparing')} value={progress} />
      </span>
    )
  if (task_sum_ing > 0)
    return <span className="pro-video-state muted">{t('in_progress', { count: task_sum_ing })}</span>
  return <span className="pro-video-state pro-bad">{task_sum_fail > 0 && t('failed', { count: task_sum_fail })}</span>
}
