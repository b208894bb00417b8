import '../pro.css'
import '#src/ui/page.css'
import '#src/ui/states.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useCall } from '#src/api/hooks.ts'
import { NewFolderDialog } from '#src/shell/dialogs/FolderDialogs.tsx'
import { Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { Plus, Search } from '#src/ui/icons.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { TileSkeletons } from '#src/ui/Tile.tsx'
import { BatchList } from '../batch/BatchList.tsx'
import { TaskShortcut } from '../TaskShortcut.tsx'
import { FolderCard } from './FolderCard.tsx'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const PAGE_SIZE = 24

/** Folders with content and task progress, and the newest batches. */
export function ProHomePage(): ReactNode {
  const { t } = useTranslation('pro')
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [isNaming, setNaming] = useState(false)
  const input = { search, page, page_size: PAGE_SIZE }
  const { data, error, isValidating, mutate } = useCall('listProFolders', input, { keepPreviousData: true })
  const isNone = data?.list.length === 0
  // Until the list is loaded this would move under the pointer: an empty page offers a first folder below.
  const hasTools = (data !== undefined && !isNone) || search !== ''
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('title')}</h1>
        <p className="muted">{t('title_text')}</p>
        <div className="page-tools">
          {hasTools && (
            <TextInput
              leftIcon={<Search />}
              placeholder={t('search_folders')}
              aria-label={t('search_folders')}
              value={search}
              onValueChange={(text) => {
                setSearch(text)
                setPage(1)
              }}
            />
          )}
          <TaskShortcut />
          {hasTools && (
            <Button intent="primary" icon={<Plus />} text={t('shell:new_folder')} onClick={() => setNaming(true)} />
          )}
        </div>
      </header>
      <BatchList title={t('newest_batches')} />
      {!data && error && (
        <Failing
          title={t('folders_failed')}
          text={error.isOffline ? t('common:offline') : error.message}
          busy={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && <TileSkeletons />}
      {isNone && search !== '' && (
        <NonIdealState className="state-page" icon={<Search size={40} />} title={t('no_folder_found')} />
      )}
      {isNone && search === '' && <NoFolders onNew={() => setNaming(true)} />}
      {data && !isNone && (
        <section className="page-section">
          <h2>{t('folders')}</h2>
          <ul className="tiles">
            {data.list.map((folder) => (
              <FolderCard key={folder.folder_id} folder={folder} />
            ))}
          </ul>
          <Pager page={page} pageSize={PAGE_SIZE} total={data.total} onPage={setPage} />
        </section>
      )}
      {isNaming && (
        <NewFolderDialog onMade={(id) => navigate(`/lab/pro/folder/${id}/videos`)} onClose={() => setNaming(false)} />
      )}
    </div>
  )
}

function NoFolders({ onNew }: { onNew: () => void }): ReactNode {
  const { t } = useTranslation('pro')
  return (
    <NonIdealState
      className="state-page"
      icon={<EmptyScene of="batch" />}
      title={t('no_folders')}
      action={<Button intent="primary" icon={<Plus />} text={t('shell:new_folder')} onClick={onNew} />}
    />
  )
}
