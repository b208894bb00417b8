import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { fileSorts } from '#core/domain/files.ts'
import type { ProVideo } from '#core/contract/pro.ts'
import { fetchFileIds } from '#src/api/file-ids.ts'
import { type KeysetList, useKeyset } from '#src/api/keyset.tsx'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { type Density, DensitySwitch } from '#src/ui/DensitySwitch.tsx'
import { Failing } from '#src/ui/Failing.tsx'
import { Film, Search, Upload } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { stored } from '#src/ui/stored.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { VirtualGrid } from '#src/ui/VirtualGrid.tsx'
import { UploadButton } from '#src/uploads/UploadButton.tsx'
import { UploadList } from '#src/uploads/UploadList.tsx'
import { type Adding, useAdding } from '#src/uploads/use-adding.ts'
import type { TabProps } from '../open-folder.ts'
import { useRowLinks, useRowTools } from './row-tools.ts'
import { useVideoMenu } from './use-video-menu.tsx'
import { VideoCard } from './VideoCard.tsx'
import { VideoRow } from './VideoRow.tsx'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** More than a screen shows, and quick to read. */
const PAGE_SIZE = 40
const ROW_HEIGHT = 64
const CARD_LEAST = 272
const CARD_TEXT = 132
const GAP = 16

const keptDensity = stored<Density>('pro_density', z.literal(['cards', 'rows']), 'rows')
const keptSort = stored('pro_sort', z.literal([...fileSorts]), 'name')

function layoutOf(density: Density, width: number) {
  if (density === 'rows' || width === 0) return { columns: 1, height: ROW_HEIGHT, gap: 0 }
  const columns = Math.max(1, Math.floor((width + GAP) / (CARD_LEAST + GAP)))
  const card = (width - GAP * (columns - 1)) / columns
  return { columns, height: Math.round((card * 9) / 16) + CARD_TEXT, gap: GAP }
}

/** A folder's videos with their versions by language, and upload. */
export function VideosTab({ folder, chosen, onChoose }: TabProps): ReactNode {
  const { t } = useTranslation('pro')
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(() => keptSort.get())
  const [density, setDensity] = useState(() => keptDensity.get())
  const { folder_id } = folder
  const order = sort === 'name' ? 'asc' : 'desc'
  const query = { folder_id, search, sort, order } as const
  const list = useKeyset('listProVideos', query, PAGE_SIZE)
  const adding = useAdding(folder_id)
  const isAll = list.total > 0 && chosen.length >= list.total
  const chooseAll = (): void => {
    if (isAll) return onChoose([])
    void fetchFileIds({ ...query, kind: 'video' }).then((all) => onChoose(all.map(({ id }) => id)), notifyFailure)
  }
  return (
    <section className={adding.drop.isOver ? 'pro-tab pro-drop' : 'pro-tab'} {...adding.drop.handlers}>
      <div className="pro-bar">
        <Checkbox
          checked={isAll}
          indeterminate={!isAll && chosen.length > 0}
          disabled={list.total === 0}
          label={chosen.length > 0 ? t('chosen', { count: chosen.length }) : t('choose_all')}
          onChange={chooseAll}
        />
        <TextInput
          leftIcon={<Search />}
          placeholder={t('search_videos')}
          aria-label={t('search_videos')}
          value={search}
          onValueChange={setSearch}
        />
        <Select
          label={t('sort')}
          className="pro-sort"
          value={sort}
          options={fileSorts.map((each) => ({ value: each, label: t(`sort_${each}`) }))}
          onChange={(next) => {
            keptSort.set(next)
            setSort(next)
          }}
        />
        <DensitySwitch
          density={density}
          words={{ switch: t('density'), cards: t('density_cards'), rows: t('density_rows') }}
          onChange={(next) => {
            keptDensity.set(next)
            setDensity(next)
          }}
        />
        <UploadButton adding={adding} testId="pro-files" />
      </div>
      <UploadList folderId={folder_id} />
      <Videos {...{ folder, list, density, adding, chosen, onChoose }} isSearched={search !== ''} />
    </section>
  )
}

interface VideosProps extends TabProps {
  list: KeysetList<ProVideo>
  density: Density
  adding: Adding
  isSearched: boolean
}

function Videos({ folder, list, density, adding, chosen, onChoose, isSearched }: VideosProps): ReactNode {
  const tools = useRowTools()
  const { t } = tools
  const follow = useRowLinks()
  const { items, error } = list
  const menu = useVideoMenu({ folder, chosen, onChoose }, items)
  // Stable while the list is mounted, so that rows stay memoised.
  const turn = useCallback(
    (id: string): void =>
      onChoose((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id])),
    [onChoose],
  )
  if (items && items.length > 0)
    return (
      <>
        <VirtualGrid
          items={items}
          layoutOf={(width) => layoutOf(density, width)}
          keyOf={({ video_id }: ProVideo) => video_id}
          label={t('videos_of', { name: folder.folder_name })}
          loadersOf={list.loadersOf}
          onClick={(event) => {
            follow(event)
            menu.onClick(event)
          }}
          onContextMenu={menu.onContextMenu}
          render={(video) => {
            const props = { folder, video, isChosen: chosen.includes(video.video_id), onTurn: turn, tools }
            return density === 'rows' ? <VideoRow {...props} /> : <VideoCard {...props} />
          }}
        />
        {menu.overlays}
      </>
    )
  return (
    <>
      {list.loadersOf(0, 0)}
      {items ? (
        <NonIdealState
          className="state-page"
          icon={isSearched ? <Film size={40} /> : <EmptyScene of="video" />}
          title={t(isSearched ? 'no_video_found' : 'no_videos')}
          description={isSearched ? undefined : t('no_videos_text')}
          action={
            isSearched || !adding.mayAdd ? undefined : (
              <Button icon={<Upload />} text={t('upload:choose_files')} onClick={adding.choose} />
            )
          }
        />
      ) : error ? (
        <Failing
          title={t('videos_failed')}
          text={error.isOffline ? t('common:offline') : error.message}
          busy={false}
          onRetry={list.retry}
        />
      ) : (
        <VideoSkeletons count={Math.min(8, folder.video_sum)} />
      )}
    </>
  )
}

function VideoSkeletons({ count }: { count: number }): ReactNode {
  return (
    <div className="skeleton" aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className="skeleton-block pro-skeleton-row" />
      ))}
    </div>
  )
}
