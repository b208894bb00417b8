import './upload.css'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { videoLimits } from '#core/domain/limits.ts'
import type { Folder } from '#core/contract/folder.ts'
import { call } from '#src/api/call.ts'
import { useFolders } from '#src/api/folders.ts'
import { refresh } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { HiddenFilesInput } from '#src/ui/HiddenFileInput.tsx'
import { CloudDownload, CloudUpload, FolderOpen, Upload } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Select } from '#src/ui/Select.tsx'
import { later } from '#src/ui/later.tsx'
import { TAKEN_FILES } from '#src/uploads/take-files.ts'
import { uploads } from '#src/uploads/uploads.ts'
import { useAdding } from '#src/uploads/use-adding.ts'
import { BrokenOff } from './BrokenOff.tsx'
import { Progressing } from './Progressing.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

// The dialog is loaded on demand.
const ImportDialog = later(async () => (await import('#src/uploads/ImportDialog.tsx')).ImportDialog)

/** Uploads local files and folders into a folder. */
export function UploadPage(): ReactNode {
  const { t } = useTranslation('upload')
  const { user } = useSnapshot(account)
  const { folder_id } = useParams()
  const { data, error, isValidating, mutate } = useFolders()
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
      <Sending folders={data.list} folder={folder} />
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
      action={<LinkButton to="/login?tab=register">{t('sign_up')}</LinkButton>}
    />
  )
}

/** The way in: without a folder the first files make one. */
function Sending({ folders, folder }: { folders: readonly Folder[]; folder: Folder | undefined }): ReactNode {
  const { t } = useTranslation('upload')
  const navigate = useNavigate()
  const { items } = useSnapshot(uploads)
  const directory = useRef<HTMLInputElement>(null)
  const [importing, setImporting] = useState(false)
  const place = async (): Promise<string> => {
    if (folder) return folder.folder_id
    const { folder_id } = await call('addFolder', { folder_name: t('first_folder') })
    await refresh('listFolders')
    return folder_id
  }
  const adding = useAdding(place)
  return (
    <>
      {folder && (
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
      )}
      <section
        className={adding.drop.isOver ? 'upload-drop upload-over' : 'upload-drop'}
        data-empty={items.length === 0}
        {...adding.drop.handlers}
      >
        <CloudUpload size={items.length === 0 ? 40 : 20} aria-hidden />
        <div>
          <strong>{t('drop')}</strong>
          <p className="muted">{t('limits', { minutes: videoLimits.maxMinutes })}</p>
        </div>
        <div className="upload-ways">
          <HiddenFilesInput
            input={adding.field}
            accept={TAKEN_FILES}
            testId="upload-files"
            onFiles={(files) => adding.add(files)}
          />
          <HiddenFilesInput input={directory} testId="upload-directory" onFiles={(files) => adding.add(files, true)} />
          <Button intent="primary" icon={<Upload />} text={t('choose_files')} onClick={adding.choose} />
          <Button icon={<FolderOpen />} text={t('choose_folder')} onClick={() => directory.current?.click()} />
          <Button icon={<CloudDownload />} text={t('import')} onClick={() => setImporting(true)} />
        </div>
      </section>
      {importing && <ImportDialog folder={place} onClose={() => setImporting(false)} />}
      <BrokenOff />
      <Progressing folders={folders} />
    </>
  )
}
