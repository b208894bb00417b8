import { Button, InputGroup } from '@blueprintjs/core'
import { Cross, Grid, List, Search, Upload } from '@blueprintjs/icons'
import { type DragEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { videoExtensions } from '#core/domain/limits.ts'
import type { Folder } from '#core/contract/folder.ts'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { cardBeside } from './card-keys.ts'
import { type Density, libraryDensity } from './library-density.ts'
import { NoVideos } from './NoVideos.tsx'
import { UploadList } from './UploadList.tsx'
import { addUploads, uploads } from './uploads.ts'
import { VideoCard } from './VideoCard.tsx'
import { VideoSkeletons } from './VideoSkeletons.tsx'

const ACCEPT = videoExtensions.map((extension) => `.${extension}`).join(',')
const PAGE_SIZE = 60

/** The videos of a folder, a search over them, and the way in for new ones: a button, or files dropped here. */
export function FolderVideos({ folder }: { folder: Folder }): ReactNode {
  const { t } = useTranslation('library')
  const { user } = useSnapshot(account)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [density, setDensity] = useState(() => libraryDensity.get())
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const mayUpload = !user?.is_vistor
  const find = (text: string): void => {
    setSearch(text)
    setPage(1)
  }
  const take = (files: FileList | null): void => {
    if (files && mayUpload) addUploads(folder.folder_id, [...files])
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const show = (chosen: Density): void => {
    libraryDensity.set(chosen)
    setDensity(chosen)
  }
  return (
    <div
      className={over ? 'videos videos-over' : 'videos'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(mayUpload)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="videos-head">
        <h1 className="ellipsis" title={folder.folder_name}>
          {folder.folder_name}
        </h1>
        <InputGroup
          leftIcon={<Search />}
          placeholder={t('search')}
          aria-label={t('search')}
          value={search}
          rightElement={
            search === '' ? undefined : (
              <IconButton size="small" icon={<Cross />} label={t('clear_search')} onClick={() => find('')} />
            )
          }
          onValueChange={find}
        />
        <DensitySwitch density={density} onChange={show} />
        <UploadButton input={input} mayUpload={mayUpload} onFiles={take} />
      </div>
      <UploadList folderId={folder.folder_id} />
      <Videos
        {...{ folder, search, page, density, mayUpload }}
        onPage={setPage}
        onUpload={() => input.current?.click()}
      />
    </div>
  )
}

interface VideosProps {
  folder: Folder
  search: string
  page: number
  density: Density
  mayUpload: boolean
  onPage: (page: number) => void
  onUpload: () => void
}

function Videos({ folder, search, page, density, mayUpload, onPage, onUpload }: VideosProps): ReactNode {
  const { t } = useTranslation('library')
  const { items } = useSnapshot(uploads)
  const input = { folder_id: folder.folder_id, search, page, page_size: PAGE_SIZE }
  const { data, error, isValidating, mutate } = useCall('listVideos', input, { keepPreviousData: true })
  if (!data) {
    return error ? (
      <Failing
        title={t('videos_failed')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        onRetry={() => void mutate()}
      />
    ) : (
      <VideoSkeletons density={density} count={Math.min(Math.max(folder.file_sum, 1), 8)} />
    )
  }
  // A file that is still being checked stands in the list of uploads.
  const videos = data.list.filter(({ video_id }) => !items.some(({ videoId }) => videoId === video_id))
  if (videos.length === 0) {
    const isUploading = items.some(({ folderId }) => folderId === folder.folder_id)
    return isUploading && search === '' ? null : <NoVideos search={search} mayUpload={mayUpload} onUpload={onUpload} />
  }
  return (
    <>
      <ul className="video-grid" data-density={density} onKeyDown={goToCard}>
        {videos.map((video) => (
          <VideoCard key={video.video_id} video={video} />
        ))}
      </ul>
      <Pager page={page} pageSize={PAGE_SIZE} total={data.total} onPage={onPage} />
    </>
  )
}

/** Arrow keys go from card to card; each card's own place for the keyboard is the name of its video. */
function goToCard(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  if (!(target instanceof Element) || !target.matches('.video-name')) return
  const names = [...currentTarget.querySelectorAll<HTMLElement>('.video-name')]
  const boxes = names.map((name) => (name.closest('li') ?? name).getBoundingClientRect())
  const at = cardBeside(
    boxes,
    names.findIndex((name) => name === target),
    key,
  )
  if (at === undefined) return
  event.preventDefault()
  names[at]?.focus()
  names[at]?.closest('li')?.scrollIntoView({ block: 'nearest' })
}

function DensitySwitch({ density, onChange }: { density: Density; onChange: (density: Density) => void }): ReactNode {
  const { t } = useTranslation('library')
  const choice = (value: Density, icon: React.JSX.Element, label: string) => (
    <IconButton icon={icon} label={label} pressed={density === value} onClick={() => onChange(value)} />
  )
  return (
    <div className="density" role="group" aria-label={t('density')}>
      {choice('cards', <Grid />, t('density_cards'))}
      {choice('rows', <List />, t('density_rows'))}
    </div>
  )
}

interface UploadButtonProps {
  input: RefObject<HTMLInputElement | null>
  mayUpload: boolean
  onFiles: (files: FileList | null) => void
}

function UploadButton({ input, mayUpload, onFiles }: UploadButtonProps): ReactNode {
  const { t } = useTranslation('library')
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        data-testid="video-files"
        onChange={(event) => {
          onFiles(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <Button
        intent="primary"
        icon={<Upload />}
        text={t('upload')}
        disabled={!mayUpload}
        title={mayUpload ? t('upload_hint') : t('errors:log_in_first')}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
