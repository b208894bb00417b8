import './library.css'
import { Button, Dialog, DialogBody, DialogFooter, InputGroup, NonIdealState, Spinner } from '@blueprintjs/core'
import { FolderClose, FolderNew, Trash } from '@blueprintjs/icons'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useNavigate, useParams } from 'react-router-dom'
import type { Folder } from '#core/contract/folder.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { notify } from '#src/ui/toaster.ts'
import { FolderVideos } from './FolderVideos.tsx'
import { SampleCard } from './SampleCard.tsx'

/** The personal space: folders on the left, the videos of the chosen one on the right. */
export function LibraryPage(): ReactNode {
  const { t } = useTranslation('library')
  const { folder_id } = useParams()
  const { data, isLoading } = useCall('listFolders', { page_size: 200 })
  const [naming, setNaming] = useState(false)
  const folders = data?.list ?? []
  const open = folders.find((folder) => folder.folder_id === folder_id) ?? folders[0]
  if (isLoading) {
    return (
      <div className="fill-centre">
        <Spinner />
      </div>
    )
  }
  return (
    <div className="library">
      <aside className="folders">
        <div className="folders-head">
          <h2>{t('folders')}</h2>
          <IconButton icon={<FolderNew />} onClick={() => setNaming(true)} label={t('new_folder')} />
        </div>
        <ul>
          {folders.map((folder) => (
            <FolderEntry key={folder.folder_id} folder={folder} isOpen={folder === open} />
          ))}
        </ul>
        <SampleCard />
      </aside>
      <section className="folder">
        {open ? <FolderVideos key={open.folder_id} folder={open} /> : <NoFolders onNew={() => setNaming(true)} />}
      </section>
      {naming && <FolderDialog onClose={() => setNaming(false)} />}
    </div>
  )
}

function NoFolders({ onNew }: { onNew: () => void }): ReactNode {
  const { t } = useTranslation('library')
  return (
    <NonIdealState
      icon={<FolderClose size={48} />}
      title={t('no_folders')}
      description={t('no_folders_text')}
      action={<Button intent="primary" icon={<FolderNew />} text={t('new_folder')} onClick={onNew} />}
    />
  )
}

function FolderEntry({ folder, isOpen }: { folder: Folder; isOpen: boolean }): ReactNode {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const remove = async (): Promise<void> => {
    try {
      await call('deleteFolder', { folder_id: folder.folder_id })
      setDeleting(false)
      notify.success(t('common:deleted'))
      await refresh('listFolders')
      await navigate('/lab/library')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <li className={isOpen ? 'folder-entry folder-open' : 'folder-entry'}>
      <NavLink to={`/lab/library/file/${folder.folder_id}`} aria-current={isOpen ? 'page' : undefined}>
        <FolderClose />
        <span className="ellipsis" title={folder.folder_name}>
          {folder.folder_name}
        </span>
        <span className="muted">{folder.file_sum}</span>
      </NavLink>
      <IconButton
        size="small"
        icon={<Trash />}
        onClick={() => setDeleting(true)}
        label={t('delete_folder', { name: folder.folder_name })}
      />
      <ConfirmDialog
        open={deleting}
        text={t('delete_folder_question', { name: folder.folder_name, count: folder.file_sum })}
        confirmText={t('common:delete')}
        onConfirm={() => void remove()}
        onClose={() => setDeleting(false)}
      />
    </li>
  )
}

function FolderDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('folder')).trim()
    if (!name) return
    setBusy(true)
    try {
      const { folder_id } = await call('addFolder', { folder_name: name })
      await refresh('listFolders')
      onClose()
      await navigate(`/lab/library/file/${folder_id}`)
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={t('new_folder')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <InputGroup
            name="folder"
            autoFocus
            required
            maxLength={100}
            placeholder={t('folder_name')}
            aria-label={t('folder_name')}
            size="large"
          />
        </DialogBody>
        <DialogFooter actions={<Button type="submit" intent="primary" loading={busy} text={t('create')} />} />
      </form>
    </Dialog>
  )
}
