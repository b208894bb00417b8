import { Button, InputGroup } from '@blueprintjs/core'
import { CloudUpload, Cross, Download, Grid, List, Search, SortAsc, SortDesc, Upload } from '@blueprintjs/icons'
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { fileSorts } from '#core/domain/files.ts'
import { videoExtensions } from '#core/domain/limits.ts'
import type { Folder } from '#core/contract/folder.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { account } from '#src/api/session.ts'
import { SUBTITLE_FILES } from '#src/subtitles/file-names.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Select } from '#src/ui/Select.tsx'
import { notify } from '#src/ui/toaster.ts'
import { takeFiles } from '#src/uploads/take-files.ts'
import { UploadList } from '#src/uploads/UploadList.tsx'
import { uploads } from '#src/uploads/uploads.ts'
import { BulkBar, type BulkAction } from './BulkBar.tsx'
import { BulkDialogs } from './BulkDialogs.tsx'
import { leaving } from './deletions.ts'
import { DRAGGED_FILES } from './drag.ts'
import { FileGrid } from './FileGrid.tsx'
import { fetchChosen, type FileQuery, keyOf, useFiles } from './files.ts'
import { ImportButton } from './ImportButton.tsx'
import { type Density, type FileOrder, fileOrder, libraryDensity } from './library-density.ts'
import { NoVideos } from './NoVideos.tsx'
import { useSelection } from './selection.ts'

import { VideoSkeletons } from './VideoSkeletons.tsx'

const ACCEPT = `${videoExtensions.map((extension) => `.${extension}`).join(',')},${SUBTITLE_FILES}`

/** The files of a folder, a search over them, and the way in for new ones: a button, or files dropped here. */
export function FolderFiles({ folder }: { folder: Folder }): ReactNode {
  const { t } = useTranslation('library')
  const { user } = useSnapshot(account)
  const { items } = useSnapshot(uploads)
  const { keys } = useSnapshot(leaving)
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState(() => fileOrder.get())
  const [density, setDensity] = useState(() => libraryDensity.get())
  const [action, setAction] = useState<BulkAction>()
  const input = useRef<HTMLInputElement>(null)
  const mayUpload = !user?.is_vistor
  const query: FileQuery = { folder_id: folder.folder_id, search, ...order }
  const list = useFiles(query)
  // A file that is still being checked stands in the list of uploads; one that leaves is gone for whoever looks.
  const files = list.files?.filter(
    (file) =>
      !keys[keyOf(file)] &&
      !items.some(({ videoId, phase }) => phase === 'checking' && videoId === file.video?.video_id),
  )
  const selection = useSelection(files ?? [])
  const take = (chosen: readonly File[]): void => {
    if (!mayUpload) return
    void takeFiles(folder.folder_id, chosen).then((added) => {
      if (added > 0) notify.success(t('files_added', { count: added }))
    })
  }
  const drop = useDropZone(mayUpload, take)
  const selectAll = (): void => void fetchChosen(query).then((all) => selection.choose(all), notifyFailure)
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
    <div className={drop.isOver ? 'videos videos-over' : 'videos'} onKeyDown={onKeyDown} {...drop.handlers}>
      <Head
        {...{ folder, search, order, density, input, mayUpload, take }}
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
        {...{ folder, list, files, density, selection, search, mayUpload }}
        onUpload={() => input.current?.click()}
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

/** Keys wherever the keyboard is, while nothing lies over the page. */
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

/** What a key does to the chosen files, where no field or button wants it for itself. */
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

/** Takes files that are dropped from outside of the page. */
function useDropZone(mayUpload: boolean, take: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const isOurs = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED_FILES)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent): void => {
        if (isOurs(event)) return
        event.preventDefault()
        setOver(mayUpload)
      },
      onDragLeave: (): void => setOver(false),
      onDrop: (event: DragEvent): void => {
        if (isOurs(event)) return
        event.preventDefault()
        setOver(false)
        take([...event.dataTransfer.files])
      },
    },
  }
}

interface HeadProps {
  folder: Folder
  search: string
  order: FileOrder
  density: Density
  input: RefObject<HTMLInputElement | null>
  mayUpload: boolean
  take: (files: readonly File[]) => void
  onSearch: (text: string) => void
  onOrder: (order: FileOrder) => void
  onDensity: (density: Density) => void
  onDownload: () => void
}

function Head({ folder, search, order, density, onSearch, onOrder, onDensity, onDownload, ...upload }: HeadProps) {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  const isUp = order.order === 'asc'
  return (
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
      <DensitySwitch density={density} onChange={onDensity} />
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
      <ImportButton folderId={folder.folder_id} disabled={!upload.mayUpload} />
      <UploadButton {...upload} />
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
  mayUpload: boolean
  isUploading: boolean
  onUpload: () => void
}

function Files({ folder, list, files, density, selection, search, mayUpload, isUploading, onUpload }: FilesProps) {
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
        {!isBusy && <NoVideos search={search} mayUpload={mayUpload} onUpload={onUpload} />}
      </>
    )
  }
  return <FileGrid {...{ folder, files, density, selection }} loadersOf={list.loadersOf} />
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

type UploadButtonProps = Pick<HeadProps, 'input' | 'mayUpload' | 'take'>

function UploadButton({ input, mayUpload, take }: UploadButtonProps): ReactNode {
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
          take([...(event.currentTarget.files ?? [])])
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
