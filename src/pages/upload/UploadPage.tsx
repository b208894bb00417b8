import './upload.css'
import { Button } from '@blueprintjs/core'
import { CloudDownload, CloudUpload, FolderOpen, FolderNew, Upload } from '@blueprintjs/icons'
import { type DragEvent, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { videoExtensions } from '#core/domain/limits.ts'
import type { Folder } from '#core/contract/folder.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { account } from '#src/api/session.ts'
import { SUBTITLE_FILES } from '#src/subtitles/file-names.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { Select } from '#src/ui/Select.tsx'
import { notify } from '#src/ui/toaster.ts'
import { droppedHandles, handlePicker } from '#src/uploads/handles.ts'
import { droppedFiles, isTaken, takeFiles } from '#src/uploads/take-files.ts'
import { uploads } from '#src/uploads/uploads.ts'
import { BrokenOff } from './BrokenOff.tsx'
import { Progressing } from './Progressing.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

// A dialog with all that it reads: only who opens it fetches it.
const ImportDialog = lazy(async () => ({ default: (await import('#src/uploads/ImportDialog.tsx')).ImportDialog }))

const TAKEN = [...videoExtensions.map((extension) => `.${extension}`), ...SUBTITLE_FILES.split(',')]
const ACCEPT = TAKEN.join(',')

/** Files and folders of this computer on their way into a folder of the space. */
export function UploadPage(): ReactNode {
  const { t } = useTranslation('upload')
  const { user } = useSnapshot(account)
  const { folder_id } = useParams()
  const { data, error, isValidating, mutate } = useCall('listFolders', { page_size: 200 })
  if (user?.is_vistor) return <ForCustomers />
  if (!data) {
    return error ? (
      <Failing
        title={t('folders_failed')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        onRetry={() => void mutate()}
      />
    ) : null
  }
  const folder = data.list.find((each) => each.folder_id === folder_id) ?? data.list[0]
  return (
    <div className="upload-page">
      <h1>{t('upload')}</h1>
      {folder ? <Sending folders={data.list} folder={folder} /> : <NoFolder />}
    </div>
  )
}

function ForCustomers(): ReactNode {
  const { t } = useTranslation('upload')
  return (
    <NonIdealState
      className="state-page"
      icon={<CloudUpload size={40} />}
      title={t('upload')}
      description={t('visitor')}
      action={
        <Link className="bp6-button" to="/login?tab=register">
          {t('sign_up')}
        </Link>
      }
    />
  )
}

/** Without a folder there is one thing to do: the first one is made here. */
function NoFolder(): ReactNode {
  const { t } = useTranslation('upload')
  const navigate = useNavigate()
  const make = async (): Promise<void> => {
    try {
      const { folder_id } = await call('addFolder', { folder_name: t('first_folder') })
      await refresh('listFolders')
      await navigate(`/lab/upload/${folder_id}`)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <NonIdealState
      className="state-page"
      icon={<FolderNew size={40} />}
      title={t('no_folder')}
      description={t('no_folder_text')}
      action={<Button intent="primary" icon={<FolderNew />} text={t('make_folder')} onClick={() => void make()} />}
    />
  )
}

function Sending({ folders, folder }: { folders: readonly Folder[]; folder: Folder }): ReactNode {
  const { t } = useTranslation('upload')
  const navigate = useNavigate()
  const { items } = useSnapshot(uploads)
  const files = useRef<HTMLInputElement>(null)
  const directory = useRef<HTMLInputElement>(null)
  const [importing, setImporting] = useState(false)
  const take = async (chosen: readonly File[], isFolder: boolean): Promise<void> => {
    const taken = isFolder ? chosen.filter(isTaken) : chosen
    if (taken.length === 0) return isFolder ? notify.info(t('nothing_in_folder')) : undefined
    const added = await takeFiles(folder.folder_id, taken)
    if (added > 0) notify.success(t('subtitles_added', { count: added }))
  }
  const drop = useDrop(take)
  const pick = handlePicker(TAKEN)
  // What the browser's own picker gives can be opened again at the next visit; a field's files can't.
  const choose = (): void => {
    if (pick) void pick().then((chosen) => take(chosen, false), notifyFailure)
    else files.current?.click()
  }
  return (
    <>
      <div className="upload-head">
        <label htmlFor="upload-folder">{t('into')}</label>
        <Select
          id="upload-folder"
          className="upload-folder"
          value={folder.folder_id}
          options={folders.map(({ folder_id, folder_name }) => ({ value: folder_id, label: folder_name }))}
          onChange={(id) => void navigate(`/lab/upload/${id}`, { replace: true })}
        />
        <Link to={`/lab/library/file/${folder.folder_id}`}>{t('to_folder')}</Link>
      </div>
      <section
        className={drop.isOver ? 'upload-drop upload-over' : 'upload-drop'}
        data-empty={items.length === 0}
        {...drop.handlers}
      >
        <CloudUpload size={items.length === 0 ? 40 : 20} aria-hidden />
        <div>
          <strong>{t('drop')}</strong>
          <p className="muted">{t('limits')}</p>
        </div>
        <div className="upload-ways">
          <Picker input={files} onFiles={(chosen) => void take(chosen, false)} />
          <Picker input={directory} isDirectory onFiles={(chosen) => void take(chosen, true)} />
          <Button intent="primary" icon={<Upload />} text={t('choose_files')} onClick={choose} />
          <Button icon={<FolderOpen />} text={t('choose_folder')} onClick={() => directory.current?.click()} />
          <Button icon={<CloudDownload />} text={t('import')} onClick={() => setImporting(true)} />
        </div>
      </section>
      {importing && (
        <Suspense>
          <ImportDialog folderId={folder.folder_id} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      <BrokenOff />
      <Progressing folders={folders} />
    </>
  )
}

interface PickerProps {
  input: RefObject<HTMLInputElement | null>
  isDirectory?: boolean
  onFiles: (files: readonly File[]) => void
}

function Picker({ input, isDirectory = false, onFiles }: PickerProps): ReactNode {
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      {...(isDirectory ? { webkitdirectory: '' } : { accept: ACCEPT })}
      data-testid={isDirectory ? 'upload-directory' : 'upload-files'}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])])
        event.currentTarget.value = ''
      }}
    />
  )
}

function useDrop(take: (files: readonly File[], isFolder: boolean) => Promise<void>) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent): void => {
        event.preventDefault()
        setOver(event.dataTransfer.types.includes('Files'))
      },
      onDragLeave: (): void => setOver(false),
      onDrop: (event: DragEvent): void => {
        event.preventDefault()
        setOver(false)
        const withHandles = droppedHandles(event.dataTransfer.items)
        void droppedFiles(event.dataTransfer).then(async ({ files, hasFolders }) => {
          await withHandles(files)
          await take(files, hasFolders)
        })
      },
    },
  }
}
