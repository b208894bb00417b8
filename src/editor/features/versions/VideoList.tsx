import './VideoList.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { ProVideo } from '#core/contract/pro.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { useKeyset } from '#src/api/keyset.tsx'
import { ButtonGroup } from '#src/ui/ButtonGroup.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { GridView, List, Search } from '#src/ui/icons.ts'
import { Length } from '#src/ui/Length.tsx'
import { stored } from '#src/ui/stored.ts'
import { Tag } from '#src/ui/Tag.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { type GridLayout, VirtualGrid } from '#src/ui/VirtualGrid.tsx'
import { useOpenTarget } from '../../context/host.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'

const views = ['cards', 'list'] as const
type View = (typeof views)[number]
const chosenView = stored('cuelane-video-list', z.enum(views), 'cards')

const PAGE_SIZE = 60
const listLayout: GridLayout = { columns: 1, height: 40, gap: 0 }
/** Heights of the text below a card's picture and of the gap between cards. */
const CARD_TEXT = 40
const CARD_GAP = 10

/** A card is a picture of 16:9 with a row of text below. */
function cardLayout(width: number): GridLayout {
  return { columns: 1, height: Math.round((Math.max(width, 160) * 9) / 16) + CARD_TEXT, gap: CARD_GAP }
}

/** The videos of the open version's folder. */
export function VideoList(): ReactNode {
  const { save } = useEditor()
  const { folder_id = '', video_id } = useLibrary()?.video ?? {}
  return <FolderVideos folderId={folder_id} videoId={video_id} beforeOpening={() => save.flush()} />
}

interface Props {
  folderId: string
  /** The open video. */
  videoId: string | undefined
  /** Called before another video opens. */
  beforeOpening?: () => Promise<unknown>
}

/** The folder's videos, to switch between them. */
export function FolderVideos({ folderId, videoId, beforeOpening }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const [search, setSearch] = useState('')
  const [view, setView] = useState(() => chosenView.get())
  const { items, total, loadersOf } = useKeyset('listProVideos', { folder_id: folderId, search }, PAGE_SIZE)
  const show = (next: View): void => {
    chosenView.set(next)
    setView(next)
  }
  return (
    <nav className="video-list" aria-label={t('videos')} data-tour="videos">
      <div className="video-list-head">
        <TextInput
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
      <p className="video-list-count muted">{t('video_count', { count: total })}</p>
      {items && items.length > 0 ? (
        <div className={`video-list-items video-list-${view}`}>
          <VirtualGrid
            items={items}
            layoutOf={view === 'cards' ? cardLayout : () => listLayout}
            keyOf={(video: ProVideo) => video.video_id}
            label={t('videos')}
            loadersOf={loadersOf}
            render={(video) => (
              <Item video={video} isOpen={video.video_id === videoId} view={view} beforeOpening={beforeOpening} />
            )}
          />
        </div>
      ) : (
        folderId !== '' && loadersOf(0, 0)
      )}
      {items?.length === 0 && <p className="video-list-none muted">{t('common:no_data')}</p>}
    </nav>
  )
}

interface ItemProps extends Pick<Props, 'beforeOpening'> {
  video: ProVideo
  isOpen: boolean
  view: View
}

function Item({ video, isOpen, view, beforeOpening }: ItemProps): ReactNode {
  const { t } = useTranslation('editor')
  const goTo = useOpenTarget()
  const isReady = describeTaskState(video.state).name === 'succeeded'
  const open = (): void => {
    if (!isOpen) void Promise.resolve(beforeOpening?.()).then(() => goTo({ video: video.video_id }))
  }
  return (
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
          <Length ms={video.duration_ms} />
        </span>
      )}
      <span className="video-item-name ellipsis">{video.video_name}</span>
      <Tag minimal>{t('subtitle_count', { count: video.versions.length })}</Tag>
    </button>
  )
}
