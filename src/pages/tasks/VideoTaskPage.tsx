import './task-pages.css'
import '#src/ui/page.css'
import '#src/ui/states.css'
import { FolderClose, Video as VideoIcon } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { errorTable } from '#core/contract/errors.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import { projectRuns, type ProjectType } from '#core/tasks/project.ts'
import { useFolders } from '#src/api/folders.ts'
import { useCall } from '#src/api/hooks.ts'
import { KindChoice } from '#src/tasks/KindChoice.tsx'
import type { TaskKind } from '#src/tasks/kind.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { configOf } from './kept-config.ts'
import { FolderVideoList, ProjectVideoList } from './VideoLists.tsx'
import { PageTasks } from './PageTasks.tsx'
import { RunPanel } from './RunPanel.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** Text taken out of the picture of videos: of a folder, or of a project. */
export function SubtitleRemovalPage(): ReactNode {
  return <VideoTaskPage type="video_erase" />
}

/** Videos translated, dubbed or both: of a folder, or of a project. */
export function VideoTranslatePage(): ReactNode {
  return <VideoTaskPage type="video_dubbing" />
}

const GONE = errorTable.not_found.code

/** Of a folder, in the list at a time. */
const VIDEOS_PAGE = 100

function VideoTaskPage({ type }: { type: ProjectType }): ReactNode {
  const { project_id } = useParams()
  return project_id === undefined ? <FolderPage type={type} /> : <ProjectPage type={type} projectId={project_id} />
}

/** What is chosen among the videos on the left. */
interface Choice {
  readonly checked: readonly string[]
  readonly current: string | undefined
  readonly check: (ids: readonly string[]) => void
  readonly show: (id: string) => void
}

function useChoice(): Choice {
  const [checked, check] = useState<readonly string[]>([])
  const [current, show] = useState<string>()
  return { checked, current, check, show }
}

function FolderPage({ type }: { type: ProjectType }): ReactNode {
  const { t } = useTranslation('taskpages')
  const [query, setQuery] = useSearchParams()
  const { data: folders } = useFolders()
  const filled = folders?.list.filter(({ file_sum }) => file_sum > 0) ?? []
  const [passed, setPassed] = useState(0)
  const folder_id = query.get('folder') ?? filled[passed]?.folder_id
  const [page, setPage] = useState(1)
  const place = folder_id === undefined ? undefined : { folder_id, page, page_size: VIDEOS_PAGE }
  const { data, error, isValidating, mutate } = useCall('listVideos', place)
  // A folder may hold subtitle files alone: the first one with videos is shown, until somebody chooses.
  const isPassed = data?.total === 0 && !query.has('folder') && passed < filled.length - 1
  if (isPassed) setPassed(passed + 1)
  const choice = useChoice()
  const videos = data?.list ?? []
  const asked = choice.current ?? query.get('video')
  const isElsewhere = asked !== null && !videos.some(({ video_id }) => video_id === asked)
  // On another page of the list, or that is not read yet.
  const { data: other } = useCall('getVideo', isElsewhere ? { file_id: asked } : undefined)
  const current =
    (isElsewhere && other?.folder_id === folder_id ? other : videos.find(({ video_id }) => video_id === asked)) ??
    videos[0]
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t(`title_${type}`)}</h1>
        <p className="muted">{t(`text_${type}`)}</p>
        <div className="page-tools">
          <Link className="bp6-button" to={`/lab/project/${type}`}>
            {t('to_projects')}
          </Link>
        </div>
      </header>
      <div className="video-columns">
        <FolderVideoList
          folders={folders?.list ?? []}
          folderId={folder_id}
          onFolder={(folder) => {
            choice.check([])
            setPage(1)
            setQuery({ folder })
          }}
          videos={data?.list}
          pager={<Pager page={page} pageSize={VIDEOS_PAGE} total={data?.total ?? 0} onPage={setPage} />}
          current={current?.video_id}
          checked={choice.checked}
          onCheck={choice.check}
          onShow={choice.show}
        />
        {current && folder_id !== undefined ? (
          <Work type={type} current={current} videos={videos} chosen={choice.checked} place={{ folder_id }} />
        ) : error?.code === GONE && !data ? (
          <NonIdealState
            className="state-page"
            icon={<FolderClose size={40} />}
            title={t('folder_gone')}
            description={t('folder_gone_text')}
          />
        ) : error && !data ? (
          <Failing
            title={t('videos_failed')}
            text={error.isOffline ? t('common:offline') : error.message}
            busy={isValidating}
            onRetry={() => void mutate()}
          />
        ) : (
          <NothingThere folderId={folder_id} isLoaded={folders !== undefined && (data !== undefined || !folder_id)} />
        )}
      </div>
      {current && <PageTasks filter={{ video_id: current.video_id }} />}
    </div>
  )
}

function ProjectPage({ type, projectId }: { type: ProjectType; projectId: string }): ReactNode {
  const { t } = useTranslation('taskpages')
  const { data: project, error, isValidating, mutate } = useCall('getProject', { project_id: projectId })
  const choice = useChoice()
  if (!project && error?.code === GONE) return <ProjectMissing type={type} />
  if (!project)
    return error ? (
      <Failing
        title={t('project_gone')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        onRetry={() => void mutate()}
      />
    ) : null
  const videos = project.list
  const current = videos.find(({ video_id }) => video_id === choice.current) ?? videos[0]
  // All of a project, until some are chosen.
  const there = choice.checked.filter((id) => videos.some(({ video_id }) => video_id === id))
  const chosen = there.length > 0 ? there : videos.map(({ video_id }) => video_id)
  return (
    <div className="page">
      <header className="page-head">
        <p className="page-crumbs">
          <Link to={`/lab/project/${project.task_type}`}>{t(`projects_${project.task_type}`)}</Link>
        </p>
        <h1 className="ellipsis">{project.project_name}</h1>
      </header>
      <div className="video-columns">
        <ProjectVideoList
          project={project}
          current={current?.video_id}
          checked={choice.checked}
          onCheck={choice.check}
          onShow={choice.show}
        />
        {current ? (
          <Work
            type={type}
            current={current}
            videos={videos}
            chosen={chosen}
            place={{ project_id: projectId }}
            project={project}
          />
        ) : (
          <NonIdealState
            className="state-page"
            icon={<VideoIcon size={40} />}
            title={t('project_empty')}
            description={t('project_empty_text')}
          />
        )}
      </div>
      <PageTasks filter={{ project_id: projectId }} />
    </div>
  )
}

function ProjectMissing({ type }: { type: ProjectType }): ReactNode {
  const { t } = useTranslation('taskpages')
  return (
    <NonIdealState
      className="state-page"
      icon={<FolderClose size={40} />}
      title={t('project_missing')}
      description={t('project_missing_text')}
      action={
        <Link className="bp6-button" to={`/lab/project/${type}`}>
          {t(`projects_${type}`)}
        </Link>
      }
    />
  )
}

interface WorkProps {
  type: ProjectType
  current: Video
  /** Those on the left. */
  videos: readonly Video[]
  /** Ids of videos to run; none for the current one alone. */
  chosen: readonly string[]
  place: { folder_id: string } | { project_id: string }
  project?: DataOf<'getProject'>
}

const isPrepared = ({ state, video_info }: Video): boolean => state === 1 && video_info.duration_ms > 0

/**
 * The video that the form for several is about. What stands in the picture is marked on the one that is shown; languages
 * begin with those of the first one, and do not change with what is shown.
 */
function formVideo(kind: TaskKind, current: Video, videos: readonly Video[], chosen: readonly string[]): Video {
  const isShown = kind.languages === 'none' && isPrepared(current)
  const prepared = videos.filter((video) => isPrepared(video) && chosen.includes(video.video_id))
  return (isShown ? undefined : prepared[0]) ?? current
}

/** The kind of task, the form of it, the price and the start. */
function Work({ type, current, videos, chosen, place, project }: WorkProps): ReactNode {
  const { t } = useTranslation('taskpages')
  const runs = projectRuns[type]
  const kept = project && configOf(project)
  const [run, setRun] = useState(kept && runs.includes(kept.run_type) ? kept.run_type : runs[0])
  const kind = kindOf(run)
  const isForSeveral = project !== undefined || chosen.length > 1
  // The choices for several stay as they are, whichever video is shown.
  const [own, setOwn] = useState(current.video_id)
  if (!isForSeveral && own !== current.video_id) setOwn(current.video_id)
  if (!kind) return null
  const chooseRun = (type: string): void => setRun(runs.find((each) => each === type) ?? runs[0])
  const video = isForSeveral ? formVideo(kind, current, videos, chosen) : current
  return (
    <section className="task-work">
      {runs.length > 1 && (
        <KindChoice
          kinds={runs.flatMap((each) => kindOf(each) ?? [])}
          chosen={run}
          label={t('what_to_do')}
          onChoose={chooseRun}
        />
      )}
      {isPrepared(video) ? (
        <RunPanel
          key={`${run} ${own}`}
          kind={kind}
          video={video}
          chosen={chosen}
          isForSeveral={isForSeveral}
          place={place}
          initial={kept?.run_type === run ? kept.task_config : undefined}
        />
      ) : (
        <p className="muted" role="status">
          {current.state === 2 ? current.fail_msg : t('errors:video_not_ready')}
        </p>
      )}
    </section>
  )
}

function NothingThere({ folderId, isLoaded }: { folderId: string | undefined; isLoaded: boolean }): ReactNode {
  const { t } = useTranslation('taskpages')
  if (!isLoaded) return null
  return (
    <NonIdealState
      className="state-page"
      icon={<VideoIcon size={40} />}
      title={t('no_videos')}
      description={t('no_videos_text')}
      action={
        <Link
          className="bp6-button bp6-intent-primary"
          to={folderId === undefined ? '/lab/library' : `/lab/library/file/${folderId}`}
        >
          {t('to_library')}
        </Link>
      }
    />
  )
}
