import '../pro.css'
import '#src/ui/page.css'
import '#src/ui/states.css'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom'
import { errorTable } from '#core/contract/errors.ts'
import { useCall } from '#src/api/hooks.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { Tab, TabPanel, Tabs } from '#src/ui/Tabs.ts'
import { FolderTools } from '../FolderTools.tsx'
import { Gone } from '../Gone.tsx'
import { Due } from '../home/FolderCard.tsx'
import type { OpenFolder, TabProps } from '../open-folder.ts'
import { BatchesTab } from './BatchesTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { SpeakersTab } from './SpeakersTab.tsx'
import { SubtitlesTab } from './SubtitlesTab.tsx'
import { VideosTab } from './VideosTab.tsx'

const tabs = ['videos', 'subtitles', 'speakers', 'batches', 'settings'] as const
type TabName = (typeof tabs)[number]

const panels: Readonly<Record<TabName, ComponentType<TabProps>>> = {
  videos: VideosTab,
  subtitles: SubtitlesTab,
  speakers: SpeakersTab,
  batches: BatchesTab,
  settings: SettingsTab,
}

/** One folder: its videos, subtitles, speakers, batches and settings. */
export function FolderPage(): ReactNode {
  const { t } = useTranslation('pro')
  const { folder_id, tab_name } = useParams()
  const { data: folder, error, isValidating, mutate } = useCall('getProFolder', folder_id ? { folder_id } : undefined)
  if (!folder_id) return <Navigate to="/lab/pro" replace />
  const tab = tabs.find((each) => each === tab_name)
  if (!tab) return <Navigate to={`/lab/pro/folder/${folder_id}/videos`} replace />
  // Possibly deleted a moment ago in another tab.
  if (error?.code === errorTable.not_found.code) return <Gone title={t('folder_gone')} text={t('folder_gone_text')} />
  if (folder) return <Folder key={folder_id} folder={folder} tab={tab} />
  if (!error) return <LoadingFolder />
  return (
    <Failing
      title={t('folder_failed')}
      text={error.isOffline ? t('common:offline') : error.message}
      busy={isValidating}
      onRetry={() => void mutate()}
    />
  )
}

function Folder({ folder, tab }: { folder: OpenFolder; tab: TabName }): ReactNode {
  const { t } = useTranslation('pro')
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const Panel = panels[tab]
  const counts: Partial<Record<TabName, number>> = {
    videos: folder.video_sum,
    subtitles: folder.subtitle_sum,
    speakers: folder.role_sum,
    batches: folder.batch_sum,
  }
  return (
    <div className="page pro-folder">
      <header className="page-head">
        <p className="page-crumbs">
          <Link to="/lab/pro">{t('title')}</Link>
        </p>
        <h1 className="ellipsis" title={folder.folder_name}>
          {folder.folder_name}
        </h1>
        {folder.deadline !== '' && <Due deadline={folder.deadline} isDelivered={folder.is_delivered} />}
        <FolderTools folder={folder} chosen={chosen} />
      </header>
      <Tabs
        id="pro-folder"
        selectedTabId={tab}
        onChange={(next) => void navigate(`/lab/pro/folder/${folder.folder_id}/${next}`)}
      >
        {tabs.map((each) => (
          <Tab key={each} id={each} title={t(`tab_${each}`)} tagContent={counts[each]} tagProps={{ round: true }} />
        ))}
      </Tabs>
      <TabPanel
        id={tab}
        parentId="pro-folder"
        selectedTabId={tab}
        className="pro-panel"
        panel={<Panel folder={folder} chosen={chosen} onChoose={setChosen} />}
      />
    </div>
  )
}

function LoadingFolder(): ReactNode {
  return (
    <div className="page skeleton" aria-hidden>
      <span className="skeleton-block skeleton-line" />
      <span className="skeleton-block skeleton-line" />
      <span className="skeleton-block pro-block" />
    </div>
  )
}
