import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { fileSorts } from '#core/domain/files.ts'
import type { Folder } from '#core/contract/folder.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { fetchFileIds } from '#src/api/file-ids.ts'
import { type Density, DensitySwitch } from '#src/ui/DensitySwitch.tsx'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { CloudUpload, Cross, Download, Search, SortAsc, SortDesc } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { UploadButton } from '#src/uploads/UploadButton.tsx'
import { UploadList } from '#src/uploads/UploadList.tsx'
import { uploads } from '#src/uploads/uploads.ts'
import { type Adding, useAdding } from '#src/uploads/use-adding.ts'
import { BulkBar, type BulkAction } from './BulkBar.tsx'
import { BulkDialogs } from './BulkDialogs.tsx'
import { leaving } from './deletions.ts'
import { FileGrid } from './FileGrid.tsx'
import { type FileQuery, keyOf, useFiles } from './files.ts'
import { ImportButton } from './ImportButton.tsx'
import { type FileOrder, fileOrder, libraryDensity } from './library-density.ts'
import { NoVideos } from './NoVideos.tsx'
import { useSelection } from './selection.ts'
import { VideoSkeletons } from './VideoSkeletons.tsx'

/** A folder's files with search, and upload by button or drop. */
export function FolderFiles({ folder }: { folder: Folder }): ReactNode {
  const { items } = useSnapshot(uploads)
  const { keys } = useSnapshot(leaving)
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState(() => fileOrder.get())
  const [density, setDensity] = useState(() => libraryDensity.get())
  const [action, setAction] = useState<BulkAction>()
  const adding = useAdding(folder.folder_id)
  const query: FileQuery = { folder_id: folder.folder_id, search, ...order }
  const list = useFiles(query)
  // Files being checked are shown in the list of uploads; deleted ones disappear at once.
  const files = list.files?.filter(
    (file) =>
      !keys[keyOf(file)] &&
      !items.some(({ videoId, phase }) => phase === 'checking' && videoId === file.video?.video_id),
  )
  const selection = useSelection(files ?? [])
  const selectAll = (): void => void fetchFileIds(query).then((all) => selection.choose(all), notifyFailure)
  const onKeyDown = (event: KeyboardEvent): void => {
    const asked = keyAction(event, selection.files.length > 0)
    if (!asked) return
    event.preventDefault()
    if (asked === 'all') selectAll()
    else if (asked === 'clear') selection.clear()
    else setAction(asked)
  }
  useKeysOfPage((event) => {
    if (event.key === 'Escape' && selection.files.length > 0) selection.clear()
  })
  return (
    <div
      className={adding.drop.isOver ? 'videos videos-over' : 'videos'}
      onKeyDown={onKeyDown}
      {...adding.drop.handlers}
    >
      <Head
        {...{ folder, search, order, density, adding }}
        onSearch={setSearch}
        onDownload={() => setAction('download-folder')}
        onOrder={(next) => {
          fileOrder.set(next)
          setOrder(next)
        }}
        onDensity={(next) => {
          libraryDensity.set(next)
          setDensity(next)
        }}
      />
      <UploadList folderId={folder.folder_id} />
      <Files
        {...{ folder, list, files, density, selection, search, adding }}
        isUploading={items.some(({ folderId, phase }) => folderId === folder.folder_id && phase !== 'done')}
      />
      {selection.files.length > 0 && (
        <BulkBar selection={selection} total={list.total} onAction={setAction} onSelectAll={selectAll} />
      )}
      {action && (
        <BulkDialogs folder={folder} selection={selection} action={action} onClose={() => setAction(undefined)} />
      )}
    </div>
  )
}

/** Global keys while nothing covers the page. */
function useKeysOfPage(onKey: (event: globalThis.KeyboardEvent) => void): void {
  const take = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (!document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) take(event)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Keys for the selection, unless a field or button needs them. */
function keyAction(event: KeyboardEvent, hasChosen: boolean): BulkAction | 'all' | 'clear' | undefined {
  const { target, currentTarget, key } = event
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.matches('input[type=text], textarea'))
    return undefined
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') return 'all'
  if (!hasChosen || event.defaultPrevented) return undefined
  if (key === 'Escape') return 'clear'
  if (key === 'Delete') return 'delete'
  return key.toLowerCase() === 'm' && !event.ctrlKey && !event.metaKey ? 'move' : undefined
}

interface HeadProps {
  folder: Folder
  search: string
  order: FileOrder
  density: Density
  adding: Adding
  onSearch: (text: string) => void
  onOrder: (order: FileOrder) => void
  onDensity: (density: Density) => void
  onDownload: () => void
}

function Head({ folder, search, order, density, adding, onSearch, onOrder, onDensity, onDownload }: HeadProps) {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  const isUp = order.order === 'asc'
  return (
    <div className="videos-head">
      <h1 className="ellipsis" title={folder.folder_name}>
        {folder.folder_name}
      </h1>
      <TextInput
        leftIcon={<Search />}
        placeholder={t('search')}
        aria-label={t('search')}
        value={search}
        rightElement={
          search === '' ? undefined : (
            <IconButton size="small" icon={<Cross />} label={t('clear_search')} onClick={() => onSearch('')} />
          )
        }
        onValueChange={onSearch}
      />
      <div className="files-order">
        <Select
          label={t('sort')}
          className="files-sort"
          value={order.sort}
          options={fileSorts.map((sort) => ({ value: sort, label: t(`sort_${sort}`) }))}
          onChange={(sort) => onOrder({ sort, order: sort === 'name' ? 'asc' : 'desc' })}
        />
        <IconButton
          icon={isUp ? <SortAsc /> : <SortDesc />}
          label={t(isUp ? 'order_asc' : 'order_desc')}
          onClick={() => onOrder({ ...order, order: isUp ? 'desc' : 'asc' })}
        />
      </div>
      <DensitySwitch
        density={density}
        words={{ switch: t('density'), cards: t('density_cards'), rows: t('density_rows') }}
        onChange={onDensity}
      />
      <IconButton
        icon={<Download />}
        label={t('download_folder')}
        disabled={folder.file_sum === 0}
        onClick={onDownload}
      />
      <IconButton
        icon={<CloudUpload />}
        label={t('upload_many')}
        onClick={() => void navigate(`/lab/upload/${folder.folder_id}`)}
      />
      <ImportButton folderId={folder.folder_id} disabled={!adding.mayAdd} />
      <UploadButton adding={adding} testId="video-files" intent="primary" />
    </div>
  )
}

interface FilesProps {
  folder: Folder
  list: ReturnType<typeof useFiles>
  files: ReturnType<typeof useFiles>['files']
  density: Density
  selection: ReturnType<typeof useSelection>
  search: string
  adding: Adding
  isUploading: boolean
}

function Files({ folder, list, files, density, selection, search, adding, isUploading }: FilesProps) {
  const { t } = useTranslation('library')
  if (!files && list.error) {
    const { isOffline, message } = list.error
    return (
      <>
        {list.loadersOf(0, 0)}
        <Failing
          title={t('videos_failed')}
          text={isOffline ? t('common:offline') : message}
          busy={false}
          onRetry={list.retry}
        />
      </>
    )
  }
  if (!files) {
    return (
      <>
        {list.loadersOf(0, 0)}
        <VideoSkeletons density={density} count={Math.min(Math.max(folder.file_sum, 1), 8)} />
      </>
    )
  }
  if (files.length === 0) {
    const isBusy = isUploading && search === ''
    return (
      <>
        {list.loadersOf(0, 0)}
        {!isBusy && <NoVideos search={search} adding={adding} />}
      </>
    )
  }
  return <FileGrid {...{ folder, files, density, selection }} loadersOf={list.loadersOf} />
}
