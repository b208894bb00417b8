import { Button, Checkbox, InputGroup } from '@blueprintjs/core'
import { Film, Grid, List, Search, Upload } from '@blueprintjs/icons'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { fileSorts } from '#core/domain/files.ts'
import { videoExtensions } from '#core/domain/limits.ts'
import type { ProVideo } from '#core/contract/pro.ts'
import { type KeysetList, useKeyset } from '#src/api/keyset.tsx'
import { account } from '#src/api/session.ts'
import { SUBTITLE_FILES } from '#src/subtitles/file-names.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Select } from '#src/ui/Select.tsx'
import { stored } from '#src/ui/stored.ts'
import { notify } from '#src/ui/toaster.ts'
import { useFileDrop } from '#src/ui/use-file-drop.ts'
import { VirtualGrid } from '#src/ui/VirtualGrid.tsx'
import { takeFiles } from '#src/uploads/take-files.ts'
import { UploadList } from '#src/uploads/UploadList.tsx'
import type { TabProps } from '../open-folder.ts'
import { useRowLinks, useRowTools } from './row-tools.ts'
import { VideoCard } from './VideoCard.tsx'
import { VideoRow } from './VideoRow.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** More than a screen shows, less than takes long to read. */
const PAGE_SIZE = 40
const ROW_HEIGHT = 64
const CARD_LEAST = 272
const CARD_TEXT = 132
const GAP = 16

const ACCEPT = `${videoExtensions.map((extension) => `.${extension}`).join(',')},${SUBTITLE_FILES}`

type Density = 'cards' | 'rows'
const keptDensity = stored<Density>('pro_density', z.literal(['cards', 'rows']), 'rows')
const keptSort = stored('pro_sort', z.literal([...fileSorts]), 'name')

function layoutOf(density: Density, width: number) {
  if (density === 'rows' || width === 0) return { columns: 1, height: ROW_HEIGHT, gap: 0 }
  const columns = Math.max(1, Math.floor((width + GAP) / (CARD_LEAST + GAP)))
  const card = (width - GAP * (columns - 1)) / columns
  return { columns, height: Math.round((card * 9) / 16) + CARD_TEXT, gap: GAP }
}

/** The videos of a folder, each with its versions by language, and the way in for new ones. */
export function VideosTab({ folder, chosen, onChoose }: TabProps): ReactNode {
  const { t } = useTranslation('pro')
  const { user } = useSnapshot(account)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(() => keptSort.get())
  const [density, setDensity] = useState(() => keptDensity.get())
  const { folder_id } = folder
  const order = sort === 'name' ? 'asc' : 'desc'
  const list = useKeyset('listProVideos', { folder_id, search, sort, order }, PAGE_SIZE)
  const mayUpload = user?.is_vistor !== true
  const take = (files: readonly File[]): boolean => {
    if (mayUpload)
      void takeFiles(folder_id, files).then((added) => {
        if (added > 0) notify.success(t('files_added', { count: added }))
      })
    else notify.info(t('errors:log_in_first'))
    return true
  }
  const drop = useFileDrop(take)
  const isAll = list.total > 0 && chosen.length >= list.total
  const chooseAll = async (): Promise<void> =>
    onChoose(isAll ? [] : (await list.fetchAll()).map(({ video_id }) => video_id))
  return (
    <section className={drop.isOver ? 'pro-tab pro-drop' : 'pro-tab'} {...drop.handlers}>
      <div className="pro-bar">
        <Checkbox
          checked={isAll}
          indeterminate={!isAll && chosen.length > 0}
          disabled={list.total === 0}
          label={chosen.length > 0 ? t('chosen', { count: chosen.length }) : t('choose_all')}
          onChange={() => void chooseAll()}
        />
        <InputGroup
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
          onChange={(next) => {
            keptDensity.set(next)
            setDensity(next)
          }}
        />
        <UploadButton mayUpload={mayUpload} onFiles={take} />
      </div>
      <UploadList folderId={folder_id} />
      <Videos {...{ folder, list, density, chosen, onChoose }} isSearched={search !== ''} />
    </section>
  )
}

interface VideosProps extends TabProps {
  list: KeysetList<ProVideo>
  density: Density
  isSearched: boolean
}

function Videos({ folder, list, density, chosen, onChoose, isSearched }: VideosProps): ReactNode {
  const tools = useRowTools()
  const { t } = tools
  const follow = useRowLinks()
  const { items, error } = list
  // The same one as long as the list is there: rows are drawn again only where something of them changes.
  const turn = useCallback(
    (id: string): void =>
      onChoose((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id])),
    [onChoose],
  )
  if (items && items.length > 0)
    return (
      <VirtualGrid
        items={items}
        layoutOf={(width) => layoutOf(density, width)}
        keyOf={({ video_id }: ProVideo) => video_id}
        label={t('videos_of', { name: folder.folder_name })}
        loadersOf={list.loadersOf}
        onClick={follow}
        render={(video) => {
          const props = { folder, video, isChosen: chosen.includes(video.video_id), onTurn: turn, tools }
          return density === 'rows' ? <VideoRow {...props} /> : <VideoCard {...props} />
        }}
      />
    )
  return (
    <>
      {list.loadersOf(0, 0)}
      {items ? (
        <NonIdealState
          className="state-page"
          icon={<Film size={40} />}
          title={t(isSearched ? 'no_video_found' : 'no_videos')}
          description={isSearched ? undefined : t('no_videos_text')}
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

function DensitySwitch({ density, onChange }: { density: Density; onChange: (density: Density) => void }): ReactNode {
  const { t } = useTranslation('pro')
  const choice = (value: Density, icon: React.JSX.Element, label: string) => (
    <IconButton icon={icon} label={label} pressed={density === value} onClick={() => onChange(value)} />
  )
  return (
    <div className="pro-density" role="group" aria-label={t('density')}>
      {choice('cards', <Grid />, t('density_cards'))}
      {choice('rows', <List />, t('density_rows'))}
    </div>
  )
}

function UploadButton({ mayUpload, onFiles }: { mayUpload: boolean; onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('pro')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        data-testid="pro-files"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <Button
        icon={<Upload />}
        text={t('upload')}
        disabled={!mayUpload}
        title={mayUpload ? t('upload_hint') : t('errors:log_in_first')}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
