import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { isVisitor } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { LogOut, More, Video as VideoIcon } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'

type Shared = DataOf<'listSharedVideos'>['list'][number]

/** Videos that others share with the user, below their folders; hidden if there are none. */
export function SharedVideos(): ReactNode {
  const { t } = useTranslation('library')
  const { data } = useCall('listSharedVideos', isVisitor() ? undefined : {})
  if (!data || data.list.length === 0) return null
  return (
    <section className="shared-videos" aria-label={t('shared_videos')}>
      <h2>{t('shared_videos')}</h2>
      <ul>
        {data.list.map((each) => (
          <SharedVideo key={each.share_id} shared={each} />
        ))}
      </ul>
    </section>
  )
}

function SharedVideo({ shared: { share_id, role, owner, video } }: { shared: Shared }): ReactNode {
  const { t } = useTranslation('library')
  const leave = async (): Promise<void> => {
    await call('endShare', { share_id }).catch(notifyFailure)
    await refresh('listSharedVideos')
  }
  return (
    <li className="folder-entry">
      <Link to={`/lab/pro/srt-edit?video=${video.video_id}`}>
        <VideoIcon />
        <span className="shared-video">
          <span className="ellipsis" title={video.video_name}>
            {video.video_name}
          </span>
          <span className="muted ellipsis">{t(`shared_by_${role}`, { name: owner })}</span>
        </span>
      </Link>
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem icon={<LogOut />} text={t('share_leave')} onClick={() => void leave()} />
          </Menu>
        }
      >
        <Button
          size="small"
          variant="minimal"
          icon={<More />}
          className="folder-more"
          aria-label={t('actions', { name: video.video_name })}
        />
      </Popover>
    </li>
  )
}
