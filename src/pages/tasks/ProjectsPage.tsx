import './task-pages.css'
import '#src/ui/page.css'
import '#src/ui/states.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { projectLimits } from '#core/domain/limits.ts'
import type { Project } from '#core/contract/project.ts'
import { type ProjectType, projectTypes } from '#core/tasks/project.ts'
import { call, idempotencyKey } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { account } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Failing } from '#src/ui/Failing.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Edit, FolderNew, Plus, Search, Trash } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { Tile, TileSkeletons } from '#src/ui/Tile.tsx'
import { notify } from '#src/ui/toaster.ts'
import { NameDialog } from '#src/shell/dialogs/NameDialog.tsx'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { scenes } from './scene.ts'

const PAGE_SIZE = 24

/** Page of a project's kind. */
const workPaths: Readonly<Record<ProjectType, string>> = {
  video_dubbing: '/lab/videoTranslate',
  video_erase: '/lab/subtitleRemoval',
}

/** Projects of a kind: dubbing or erasing. */
export function ProjectsPage(): ReactNode {
  const { confg_type } = useParams()
  const type = projectTypes.find((one) => one === confg_type)
  return type ? <Projects key={type} type={type} /> : <Navigate to={`/lab/project/${projectTypes[0]}`} replace />
}

function Projects({ type }: { type: ProjectType }): ReactNode {
  const { t } = useTranslation('taskpages')
  const navigate = useNavigate()
  const { user } = useSnapshot(account)
  const isVisitor = user?.is_vistor === true
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [isNaming, setNaming] = useState(false)
  const [key] = useState(idempotencyKey)
  const input = { task_type: type, search, page, page_size: PAGE_SIZE }
  const { data, error, isValidating, mutate } = useCall('listProjects', isVisitor ? undefined : input, {
    keepPreviousData: true,
  })
  const add = async (project_name: string): Promise<void> => {
    const made = await call('addProject', {
      project_name,
      task_type: type,
      idempotency_key: `${key} ${project_name}`.slice(0, 80),
    })
    await refresh('listProjects', 'listFolders')
    void navigate(`${workPaths[type]}/${made.project_id}`)
  }
  const isNone = data?.list.length === 0
  // Until the list is loaded this would move under the pointer: an empty page offers a first project below.
  const hasTools = !isVisitor && ((data !== undefined && !isNone) || search !== '')
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t(`projects_${type}`)}</h1>
        <p className="muted">{t(`projects_text_${type}`)}</p>
        <div className="page-tools">
          {hasTools && (
            <TextInput
              leftIcon={<Search />}
              placeholder={t('search_projects')}
              aria-label={t('search_projects')}
              value={search}
              onValueChange={(text) => {
                setSearch(text)
                setPage(1)
              }}
            />
          )}
          <LinkButton to={workPaths[type]}>{t('without_project')}</LinkButton>
          {hasTools && (
            <Button intent="primary" icon={<Plus />} text={t('new_project')} onClick={() => setNaming(true)} />
          )}
        </div>
      </header>
      {isVisitor && <ForCustomers />}
      {!data && error && (
        <Failing
          title={t('projects_failed')}
          text={error.isOffline ? t('common:offline') : error.message}
          busy={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && !isVisitor && <TileSkeletons />}
      {isNone && search !== '' && (
        <NonIdealState className="state-page" icon={<Search size={40} />} title={t('no_project_found')} />
      )}
      {isNone && search === '' && <NoProjects type={type} onNew={() => setNaming(true)} />}
      {data && !isNone && <ProjectTiles list={data.list} />}
      {data && !isNone && <Pager page={page} pageSize={PAGE_SIZE} total={data.total} onPage={setPage} />}
      {isNaming && (
        <NameDialog
          title={t('new_project')}
          label={t('project_name')}
          maxLength={projectLimits.nameLength}
          confirmText={t('create')}
          onName={add}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}

function ProjectTiles({ list }: { list: readonly Project[] }): ReactNode {
  return (
    <ul className="tiles">
      {list.map((project) => (
        <ProjectCard key={project.project_id} project={project} />
      ))}
    </ul>
  )
}

function ProjectCard({ project }: { project: Project }): ReactNode {
  const { t } = useTranslation('taskpages')
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const { project_id, project_name, covers, file_sum, task_sum, task_sum_ing, task_sum_fail } = project
  const close = (): void => setOpen(undefined)
  const rename = async (name: string): Promise<void> => {
    await call('renameProject', { project_id, project_name: name })
    await refresh('listProjects', 'getProject')
  }
  const remove = async (): Promise<void> => {
    close()
    try {
      await call('removeFromProject', { project_id })
      notify.success(t('common:deleted'))
      await refresh('listProjects')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <Tile
      id={project_id}
      name={project_name}
      to={`${workPaths[project.task_type]}/${project_id}`}
      covers={covers}
      icon={<FolderNew size={28} />}
    >
      <div className="project-state">
        {task_sum_ing > 0 ? (
          <Progress
            label={t('in_progress', { count: task_sum_ing })}
            value={1 - task_sum_ing / Math.max(1, task_sum)}
          />
        ) : (
          task_sum > 0 && (
            <span className="muted">{t('batch_ended', { done: project.task_sum_success, failed: task_sum_fail })}</span>
          )
        )}
      </div>
      <div className="tile-foot">
        <span className="muted">
          {t('videos', { count: file_sum })} · {formatAgo(project.update_time)}
        </span>
        <span className="project-tools">
          <IconButton size="small" icon={<Edit />} label={t('rename')} onClick={() => setOpen('rename')} />
          <IconButton size="small" icon={<Trash />} label={t('delete_project')} onClick={() => setOpen('delete')} />
        </span>
      </div>
      {open === 'rename' && (
        <NameDialog
          title={t('rename')}
          label={t('project_name')}
          name={project_name}
          maxLength={projectLimits.nameLength}
          confirmText={t('rename')}
          onName={rename}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        text={t('delete_project_question', { name: project_name })}
        confirmText={t('common:delete')}
        onConfirm={() => remove()}
        onClose={close}
      />
    </Tile>
  )
}

function NoProjects({ type, onNew }: { type: ProjectType; onNew: () => void }): ReactNode {
  const { t } = useTranslation('taskpages')
  return (
    <NonIdealState
      className="state-page"
      icon={<EmptyScene of={scenes[type]} />}
      title={t('no_projects')}
      action={<Button intent="primary" icon={<Plus />} text={t('new_project')} onClick={onNew} />}
    />
  )
}

function ForCustomers(): ReactNode {
  const { t } = useTranslation('taskpages')
  const { pathname } = useLocation()
  return (
    <NonIdealState
      className="state-page"
      icon={<EmptyScene of="dub" />}
      title={t('errors:log_in_first')}
      action={
        <LinkButton intent="primary" to={`/login?redirect=${encodeURIComponent(pathname)}`}>
          {t('common:log_in')}
        </LinkButton>
      }
    />
  )
}
