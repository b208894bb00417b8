import './library.css'
import { Button } from '@blueprintjs/core'
import { FolderClose, FolderNew } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { NameDialog } from '#src/shell/dialogs/NameDialog.tsx'
import { FolderEntry } from './FolderEntry.tsx'
import { FolderFiles } from './FolderFiles.tsx'
import { libraryDensity } from './library-density.ts'
import { SampleCard } from './SampleCard.tsx'
import { VideoSkeletons } from './VideoSkeletons.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** The personal space: folders on the left, the files of the chosen one on the right. */
export function LibraryPage(): ReactNode {
  const { t } = useTranslation('library')
  const { folder_id } = useParams()
  const { data, error, isValidating, mutate } = useCall('listFolders', { page_size: 200 })
  const [naming, setNaming] = useState(false)
  const folders = data?.list ?? []
  const open = folders.find((folder) => folder.folder_id === folder_id) ?? folders[0]
  return (
    <div className="library">
      <aside className="folders">
        <div className="folders-head">
          <h2>{t('folders')}</h2>
          <IconButton icon={<FolderNew />} onClick={() => setNaming(true)} label={t('new_folder')} disabled={!data} />
        </div>
        <ul>
          {folders.map((folder) => (
            <FolderEntry
              key={folder.folder_id}
              folder={folder}
              isOpen={folder === open}
              openId={open?.folder_id ?? ''}
            />
          ))}
        </ul>
        <SampleCard />
      </aside>
      <section className="folder">
        {open ? (
          <FolderFiles key={open.folder_id} folder={open} />
        ) : data ? (
          <NoFolders onNew={() => setNaming(true)} />
        ) : error ? (
          <Failing
            title={t('folders_failed')}
            text={error.isOffline ? t('common:offline') : error.message}
            busy={isValidating}
            onRetry={() => void mutate()}
          />
        ) : (
          <LoadingFolder />
        )}
      </section>
      {naming && <NewFolder onClose={() => setNaming(false)} />}
    </div>
  )
}

function LoadingFolder(): ReactNode {
  return (
    <div className="videos">
      <div className="videos-head skeleton" aria-hidden>
        <span className="skeleton-block skeleton-title" />
      </div>
      <VideoSkeletons density={libraryDensity.get()} count={4} />
    </div>
  )
}

function NoFolders({ onNew }: { onNew: () => void }): ReactNode {
  const { t } = useTranslation('library')
  return (
    <NonIdealState
      className="state-page"
      icon={<FolderClose size={40} />}
      title={t('no_folders')}
      description={t('no_folders_text')}
      action={<Button intent="primary" icon={<FolderNew />} text={t('new_folder')} onClick={onNew} />}
    />
  )
}

function NewFolder({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  return (
    <NameDialog
      title={t('new_folder')}
      label={t('folder_name')}
      maxLength={100}
      confirmText={t('create')}
      onName={async (folder_name) => {
        const { folder_id } = await call('addFolder', { folder_name })
        await refresh('listFolders')
        await navigate(`/lab/library/file/${folder_id}`)
      }}
      onClose={onClose}
    />
  )
}
