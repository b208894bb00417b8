import './library.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { useFolders } from '#src/api/folders.ts'
import { Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { NewFolderDialog } from '#src/shell/dialogs/FolderDialogs.tsx'
import { FolderClose, FolderNew } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { VirtualGrid } from '#src/ui/VirtualGrid.tsx'
import { FolderEntry } from './FolderEntry.tsx'
import { FolderFiles } from './FolderFiles.tsx'
import { libraryDensity } from './library-density.ts'
import { SampleCard } from './SampleCard.tsx'
import { SharedVideos } from './SharedVideos.tsx'
import { VideoSkeletons } from './VideoSkeletons.tsx'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const FOLDER_ROW = { columns: 1, height: 36, gap: 2 }

/** The library: folders on the left, the selected one's files on the right. */
export function LibraryPage(): ReactNode {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  const { folder_id } = useParams()
  const { data, error, isValidating, mutate } = useFolders()
  const [naming, setNaming] = useState(false)
  const folders = data?.list ?? []
  const open = folder_id === undefined ? folders[0] : folders.find((folder) => folder.folder_id === folder_id)
  return (
    <div className="library">
      <aside className="folders">
        <div className="folders-head">
          <h2>{t('folders')}</h2>
          <IconButton
            icon={<FolderNew />}
            onClick={() => setNaming(true)}
            label={t('shell:new_folder')}
            disabled={!data}
          />
        </div>
        {data && (
          <VirtualGrid
            items={folders}
            layoutOf={() => FOLDER_ROW}
            keyOf={(folder) => folder.folder_id}
            label={t('folders')}
            render={(folder) => <FolderEntry folder={folder} isOpen={folder === open} openId={open?.folder_id ?? ''} />}
          />
        )}
        <SharedVideos />
        <SampleCard />
      </aside>
      <section className="folder">
        {open ? (
          <FolderFiles key={open.folder_id} folder={open} />
        ) : data && folders.length > 0 && !isValidating ? (
          <FolderGone />
        ) : data && folders.length === 0 ? (
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
      {naming && (
        <NewFolderDialog onMade={(id) => navigate(`/lab/library/file/${id}`)} onClose={() => setNaming(false)} />
      )}
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

/** An old address may name a deleted folder, or another user’s. */
function FolderGone(): ReactNode {
  const { t } = useTranslation('library')
  return (
    <NonIdealState
      className="state-page"
      icon={<FolderClose size={40} />}
      title={t('folder_gone')}
      description={t('folder_gone_text')}
      action={<LinkButton to="/lab/library">{t('folder_gone_way')}</LinkButton>}
    />
  )
}

function NoFolders({ onNew }: { onNew: () => void }): ReactNode {
  const { t } = useTranslation('library')
  return (
    <NonIdealState
      className="state-page"
      icon={<EmptyScene of="video" />}
      title={t('no_folders')}
      description={t('no_folders_text')}
      action={<Button intent="primary" icon={<FolderNew />} text={t('shell:new_folder')} onClick={onNew} />}
    />
  )
}
