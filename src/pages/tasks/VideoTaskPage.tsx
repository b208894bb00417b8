import './task-pages.css'
import '#src/ui/page.css'
import '#src/ui/states.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { errorTable } from '#core/contract/errors.ts'
import type { Folder } from '#core/contract/folder.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { projectRuns, type ProjectType } from '#core/tasks/project.ts'
import { useFolders } from '#src/api/folders.ts'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { KindChoice } from '#src/tasks/KindChoice.tsx'
import type { Initial, TaskKind } from '#src/tasks/kind.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { FolderClose } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { configOf } from './kept-config.ts'
import { Clip } from './Clip.tsx'
import { AddVideosButton, FolderVideoList, ProjectVideoList, VideoRowSkeletons } from './VideoLists.tsx'
import { PageTasks } from './PageTasks.tsx'
import { RunPanel } from './RunPanel.tsx'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { scenes } from './scene.ts'

/** Erases text from videos of a folder or project. */
export function SubtitleRemovalPage(): ReactNode {
  return <VideoTaskPage type="video_erase" />
}

/** Translates and dubs videos of a folder or project. */
export function VideoTranslatePage(): ReactNode {
  return <VideoTaskPage type="video_dubbing" />
}

const GONE = errorTable.not_found.code

/** Folder videos listed at a time. */
const VIDEOS_PAGE = 100

function VideoTaskPage({ type }: { type: ProjectType }): ReactNode {
  const { project_id } = useParams()
  return project_id === undefined ? <FolderPage type={type} /> : <ProjectPage type={type} projectId={project_id} />
}

/** The selection among the videos on the left. */
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
  const { data: folders, error, isValidating, mutate } = useFolders()
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t(`title_${type}`)}</h1>
        <p className="muted">{t(`text_${type}`)}</p>
        <div className="page-tools">
          <LinkButton to={`/lab/project/${type}`}>{t('to_projects')}</LinkButton>
        </div>
      </header>
      {folders && folders.list.length > 0 && <FolderVideos type={type} folders={folders.list} />}
      {folders?.list.length === 0 && <NoVideos type={type} />}
      {!folders && !error && <ColumnSkeletons />}
      {!folders && error && (
        <Failing
          title={t('folders_failed')}
          text={error.isOffline ? t('common:offline') : error.message}
          busy={isValidating}
          onRetry={() => void mutate()}
        />
      )}
    </div>
  )
}

/** A folder's videos with their acts. */
function FolderVideos({ type, folders }: { type: ProjectType; folders: readonly Folder[] }): ReactNode {
  const { t } = useTranslation('taskpages')
  const [query, setQuery] = useSearchParams()
  const filled = folders.find(({ video_sum }) => video_sum > 0) ?? folders[0]
  const folder_id = query.get('folder') ?? filled?.folder_id ?? ''
  const [page, setPage] = useState(1)
  const place = { folder_id, page, page_size: VIDEOS_PAGE }
  const { data, error, isValidating, mutate } = useCall('listVideos', place)
  const choice = useChoice()
  const videos = data?.list ?? []
  const current = useCurrent(folder_id, videos, choice.current ?? query.get('video'))
  return (
    <>
      <div className="video-columns" data-type={type}>
        <FolderVideoList
          folders={folders}
          folderId={folder_id}
          onFolder={(folder) => {
            choice.check([])
            setPage(1)
            setQuery({ folder })
          }}
          videos={data?.list}
          isFailing={error !== undefined}
          pager={<Pager page={page} pageSize={VIDEOS_PAGE} total={data?.total ?? 0} onPage={setPage} />}
          current={current?.video_id}
          checked={choice.checked}
          onCheck={choice.check}
          onShow={choice.show}
          clip={current && type === 'video_dubbing' ? <Clip key={current.video_id} video={current} /> : undefined}
        />
        {current ? (
          <Work type={type} current={current} videos={videos} chosen={choice.checked} place={{ folder_id }} />
        ) : data ? (
          <NoVideos type={type} folderId={folder_id} />
        ) : error?.code === GONE ? (
          <NonIdealState
            className="state-page"
            icon={<FolderClose size={40} />}
            title={t('folder_gone')}
            description={t('folder_gone_text')}
          />
        ) : error ? (
          <Failing
            title={t('videos_failed')}
            text={error.isOffline ? t('common:offline') : error.message}
            busy={isValidating}
            onRetry={() => void mutate()}
          />
        ) : (
          <WorkSkeleton />
        )}
      </div>
      {current && <PageTasks key={current.video_id} filter={{ video_id: current.video_id }} type={type} />}
    </>
  )
}

/** The requested video, also on another page of the list or not loaded yet; else the first. */
function useCurrent(folderId: string, videos: readonly Video[], asked: string | null): Video | undefined {
  const isElsewhere = asked !== null && !videos.some(({ video_id }) => video_id === asked)
  const { data: other } = useCall('getVideo', isElsewhere ? { file_id: asked } : undefined)
  if (isElsewhere && other?.folder_id === folderId) return other
  return videos.find(({ video_id }) => video_id === asked) ?? videos[0]
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
    ) : (
      <div className="page">
        <ColumnSkeletons />
      </div>
    )
  const videos = project.list
  const current = videos.find(({ video_id }) => video_id === choice.current) ?? videos[0]
  // All of a project, until some are selected.
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
      {current ? (
        <div className="video-columns" data-type={type}>
          <ProjectVideoList
            project={project}
            current={current.video_id}
            checked={choice.checked}
            onCheck={choice.check}
            onShow={choice.show}
            clip={type === 'video_dubbing' ? <Clip key={current.video_id} video={current} /> : undefined}
          />
          <Work
            type={type}
            current={current}
            videos={videos}
            chosen={chosen}
            place={{ project_id: projectId }}
            project={project}
          />
        </div>
      ) : (
        <NonIdealState
          className="state-page"
          icon={<EmptyScene of={scenes[type]} />}
          title={t('project_empty')}
          description={t('project_empty_text')}
          action={<AddVideosButton project={project} isFirst />}
        />
      )}
      <PageTasks filter={{ project_id: projectId }} type={type} />
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
      action={<LinkButton to={`/lab/project/${type}`}>{t(`projects_${type}`)}</LinkButton>}
    />
  )
}

interface WorkProps {
  type: ProjectType
  current: Video
  /** Those on the left. */
  videos: readonly Video[]
  /** Ids of videos to run; empty for the current one only. */
  chosen: readonly string[]
  place: { folder_id: string } | { project_id: string }
  project?: DataOf<'getProject'>
}

const isPrepared = ({ state, video_info }: Video): boolean => state === 1 && video_info.duration_ms > 0

/** The form's video for several. Regions are marked on the shown one; languages start with the first one's and stay. */
function formVideo(kind: TaskKind, current: Video, videos: readonly Video[], chosen: readonly string[]): Video {
  const isShown = kind.languages === 'none' && isPrepared(current)
  const prepared = videos.filter((video) => isPrepared(video) && chosen.includes(video.video_id))
  return (isShown ? undefined : prepared[0]) ?? current
}

/** The kind of task, its form, price and start. */
function Work({ type, current, videos, chosen, place, project }: WorkProps): ReactNode {
  const { t } = useTranslation('taskpages')
  const runs = projectRuns[type]
  const kept = project && configOf(project)
  const [query] = useSearchParams()
  const asked = runs.find((each) => each === query.get('mode'))
  const [run, setRun] = useState(asked ?? (kept && runs.includes(kept.run_type) ? kept.run_type : runs[0]))
  const kind = kindOf(run)
  const isForSeveral = project !== undefined || chosen.length > 1
  // The choices for several stay, whichever video is shown.
  const [own, setOwn] = useState(current.video_id)
  const [targets, setTargets] = useState(() => targetsIn(kept?.task_config))
  if (!isForSeveral && own !== current.video_id) setOwn(current.video_id)
  if (!kind) return null
  const isWide = type === 'video_dubbing'
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
          chosen={inOrder(chosen, videos)}
          isForSeveral={isForSeveral}
          place={place}
          initial={kept?.run_type === run ? kept.task_config : undefined}
          {...(isWide && kind.languages === 'made' && { targets })}
          {...(isWide && { onTargets: setTargets })}
        />
      ) : (
        <p className="muted" role="status">
          {current.state === 2 ? current.fail_msg : t('errors:video_not_ready')}
        </p>
      )}
    </section>
  )
}

/** Stored target languages of a project. */
function targetsIn(config: Initial | undefined): readonly LanguageCode[] {
  const { to_languages, to_language } = config ?? {}
  const codes: readonly unknown[] = Array.isArray(to_languages) ? to_languages : [to_language]
  return codes.flatMap((code) => (typeof code === 'string' && isLanguageCode(code) ? [code] : []))
}

/** Chosen videos in the order of the list; those on its other pages last. */
function inOrder(chosen: readonly string[], videos: readonly Video[]): readonly string[] {
  const listed = videos.flatMap(({ video_id }) => (chosen.includes(video_id) ? [video_id] : []))
  return [...listed, ...chosen.filter((id) => !listed.includes(id))]
}

/** If the library has no folder, or a folder no video; a visitor can't upload one. */
function NoVideos({ type, folderId }: { type: ProjectType; folderId?: string }): ReactNode {
  const { t } = useTranslation('taskpages')
  const { user } = useSnapshot(account)
  if (user?.is_vistor)
    return (
      <NonIdealState
        className="state-page"
        icon={<EmptyScene of={scenes[type]} />}
        title={t(folderId === undefined ? 'no_folders' : 'no_videos')}
        description={t('visitor_text')}
        action={
          <LinkButton intent="primary" to="/login?tab=register">
            {t('sign_up')}
          </LinkButton>
        }
      />
    )
  return (
    <NonIdealState
      className="state-page"
      icon={<EmptyScene of={scenes[type]} />}
      title={t(folderId === undefined ? 'no_folders' : 'no_videos')}
      description={t(folderId === undefined ? 'no_folders_text' : 'no_videos_text')}
      action={
        <LinkButton
          intent="primary"

          to={folderId === undefined ? '/lab/library' : `/lab/library/file/${folderId}`}
        >
          {t('to_library')}
        </LinkButton>
      }
    />
  )
}

/** Placeholder of the videos and the form. */
function ColumnSkeletons(): ReactNode {
  return (
    <div className="video-columns">
      <aside className="task-videos">
        <VideoRowSkeletons />
      </aside>
      <WorkSkeleton />
    </div>
  )
}

function WorkSkeleton(): ReactNode {
  return (
    <section className="task-work skeleton" aria-hidden>
      {[1, 2, 3, 4].map((field) => (
        <div key={field} className="field-skeleton">
          <span className="skeleton-block skeleton-line" />
          <span className="skeleton-block" />
        </div>
      ))}
    </section>
  )
}
