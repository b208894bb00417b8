import './VideoList.css'
import { ButtonGroup, InputGroup, Tag } from '@blueprintjs/core'
import { GridView, List, Search } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Length } from '#src/ui/Length.tsx'
import { stored } from '#src/ui/stored.ts'
import { useOpenTarget } from '../host.ts'
import { useEditor, useLibrary } from '../use-editor.ts'

const views = ['cards', 'list'] as const
type View = (typeof views)[number]
const chosenView = stored('cuelane-video-list', z.enum(views), 'cards')

/** The videos of the folder, to go from one to the next. */
export function VideoList(): ReactNode {
  const { t } = useTranslation('editor')
  const [search, setSearch] = useState('')
  const [view, setView] = useState(() => chosenView.get())
  const { folder_id = '', video_id } = useLibrary()?.video ?? {}
  const { data } = useCall('listVideos', { folder_id, search, page_size: 200 }, { keepPreviousData: true })
  const show = (next: View): void => {
    chosenView.set(next)
    setView(next)
  }
  return (
    <nav className="video-list" aria-label={t('videos')} data-tour="videos">
      <div className="video-list-head">
        <InputGroup
          size="small"
          leftIcon={<Search />}
          placeholder={t('search_videos')}
          aria-label={t('search_videos')}
          value={search}
          onValueChange={setSearch}
        />
        <ButtonGroup variant="minimal">
          {views.map((value) => (
            <IconButton
              key={value}
              size="small"
              icon={value === 'cards' ? <GridView /> : <List />}
              onClick={() => show(value)}
              label={t(`videos_as_${value}`)}
              pressed={view === value}
            />
          ))}
        </ButtonGroup>
      </div>
      <p className="video-list-count muted">{t('video_count', { count: data?.total ?? 0 })}</p>
      <ul className={`video-list-items video-list-${view}`}>
        {data?.list.map((video) => (
          <Item key={video.video_id} video={video} isOpen={video.video_id === video_id} view={view} />
        ))}
      </ul>
      {data?.list.length === 0 && <p className="video-list-none muted">{t('common:no_data')}</p>}
    </nav>
  )
}

function Item({ video, isOpen, view }: { video: Video; isOpen: boolean; view: View }): ReactNode {
  const { t } = useTranslation('editor')
  const { save } = useEditor()
  const goTo = useOpenTarget()
  const isReady = describeTaskState(video.state).name === 'succeeded'
  const open = (): void => {
    if (!isOpen) void save.flush().then(() => goTo({ video: video.video_id }))
  }
  return (
    <li>
      <button
        type="button"
        className={isOpen ? 'video-item video-item-open' : 'video-item'}
        aria-current={isOpen ? 'page' : undefined}
        disabled={!isReady}
        onClick={open}
        data-tip={video.video_name}
        data-tip-cut=".video-item-name"
      >
        {view === 'cards' && (
          <span className="video-item-cover">
            {video.video_cover && <img src={video.video_cover} alt="" loading="lazy" />}
            <Length ms={video.video_info.duration_ms} />
          </span>
        )}
        <span className="video-item-name ellipsis">{video.video_name}</span>
        <Tag minimal>{t('subtitle_count', { count: video.subtitle_sum })}</Tag>
      </button>
    </li>
  )
}
