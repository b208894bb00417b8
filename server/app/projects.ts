import { type Selectable, sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Project } from '#core/contract/project.ts'
import { projectLimits } from '#core/domain/limits.ts'
import { TaskState } from '#core/domain/task.ts'
import { projectRuns, type ProjectType } from '#core/tasks/project.ts'
import type { Db, Tx } from '../store/db.ts'
import { sha256 } from '../store/id.ts'
import type { ProjectTable } from '../store/tables/tasks.ts'
import { assetKeyOf } from './assets/stored.ts'
import { readChosen } from './batches/plan.ts'
import type { Caller } from './batches/skipped.ts'
import type { Deps } from './deps.ts'
import { checkFolder } from './folders.ts'
import { type Listed, listPage, totalColumn } from './paging.ts'
import { Refusal } from './refusal.ts'
import { own } from './scope.ts'
import { videosOfProject } from './videos/read.ts'

/** Covers on a project's card. */
const COVERS = 4

const tasksIn = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`(select count(*)::int from task where task.project_id = project.id and ${condition})`
const inState = (...states: TaskState[]) => sql<boolean>`task.state in (${sql.join(states)})`

/** Projects of an account with totals of their videos and tasks. */
function projectsOf(db: Db, accountId: string) {
  return db
    .selectFrom('project')
    .selectAll('project')
    .select([
      sql<number>`(select count(*)::int from project_file join video on video.id = project_file.id
        where project_file.project_id = project.id and project_file.kind = 'video')`.as('files'),
      tasksIn(inState(TaskState.queued, TaskState.running)).as('ongoing'),
      tasksIn(inState(TaskState.succeeded)).as('succeeded'),
      tasksIn(inState(TaskState.failed)).as('failed'),
    ])
    .select((eb) =>
      sql<string[]>`array(${eb
        .selectFrom('project_file')
        .innerJoin('video', 'video.id', 'project_file.id')
        .select(assetKeyOf('cover').as('cover_key'))
        .whereRef('project_file.project_id', '=', 'project.id')
        .where('project_file.kind', '=', 'video')
        .orderBy('project_file.position')
        .limit(COVERS)})`.as('cover_keys'),
    )
    .where('project.account_id', '=', accountId)
}

type ProjectRow = Awaited<ReturnType<ReturnType<typeof projectsOf>['executeTakeFirstOrThrow']>>

function describe({ signedUrls }: Deps, row: ProjectRow): Project {
  const { ongoing, succeeded, failed } = row
  const { run_type, ...task_config } = row.config
  const type = row.task_type as ProjectType
  return {
    project_id: row.id,
    project_name: row.name,
    task_type: type,
    folder_id: row.folder_id,
    run_type: typeof run_type === 'string' ? run_type : projectRuns[type][0],
    task_config,
    file_sum: row.files,
    covers: row.cover_keys.flatMap((key) => (key ? [signedUrls.media(key)] : [])),
    task_sum: ongoing + succeeded + failed,
    task_sum_ing: ongoing,
    task_sum_success: succeeded,
    task_sum_fail: failed,
    create_time: row.created_at.toISOString(),
    update_time: row.updated_at.toISOString(),
  }
}

/** Projects, last changed first. */
export async function listProjects(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'listProjects'>,
): Promise<Listed<Project>> {
  const pattern = `%${input.search.replace(/[\\%_]/g, '\\$&')}%`
  let query = projectsOf(deps.db, accountId).where('project.name', 'ilike', pattern)
  if (input.task_type !== undefined) query = query.where('project.task_type', '=', input.task_type)
  const lastFirst = query.select(totalColumn).orderBy('project.updated_at', 'desc').orderBy('project.id')
  return listPage(lastFirst, input, (row) => describe(deps, row))
}

async function findProject(deps: Deps, accountId: string, projectId: string): Promise<Project> {
  await own({ db: deps.db, accountId }, 'project', projectId)
  const row = await projectsOf(deps.db, accountId).where('project.id', '=', projectId).executeTakeFirstOrThrow()
  return describe(deps, row)
}

/** One project with its videos in their order. */
export async function getProject(
  deps: Deps,
  { accountId, language }: Caller,
  projectId: string,
): Promise<DataOf<'getProject'>> {
  const project = await findProject(deps, accountId, projectId)
  return { ...project, list: await videosOfProject(deps, accountId, projectId, language) }
}

/** Creates a project, with a folder of its name if none is given. The same key returns the same project. */
export async function addProject(deps: Deps, accountId: string, input: ParsedInputOf<'addProject'>): Promise<Project> {
  const { project_name: name, task_type, idempotency_key } = input
  const idOf = (what: string): string =>
    sha256(JSON.stringify([accountId, 'project', what, idempotency_key])).slice(0, 40)
  const id = idOf('row')
  await deps.db.transaction().execute(async (tx) => {
    const folderId = input.folder_id ?? idOf('folder')
    if (input.folder_id === undefined)
      await tx
        .insertInto('folder')
        .values({ id: folderId, account_id: accountId, name })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    await checkFolder(tx, accountId, folderId)
    await tx
      .insertInto('project')
      .values({ id, account_id: accountId, folder_id: folderId, name, task_type, config: '{}' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    if (input.video_ids.length > 0) await join(tx, accountId, id, input.video_ids)
  })
  return findProject(deps, accountId, id)
}

/** Stores the configurations of a project's tasks; each field is parsed by the schema of its kind. */
export async function configureProject(
  deps: Deps,
  accountId: string,
  { project_id, run_type, config }: ParsedInputOf<'configureProject'>,
): Promise<Project> {
  const { id, task_type } = await own({ db: deps.db, accountId }, 'project', project_id)
  const kind = deps.tasks.find((task) => task.kind.type === run_type)?.kind
  if (!kind || !projectRuns[task_type as ProjectType].includes(run_type))
    throw new Refusal('refused', 'operation_failed')
  const { to_languages } = config
  const chosen = JSON.stringify({ ...readChosen(kind, config), to_languages, run_type })
  await deps.db.updateTable('project').set({ config: chosen, updated_at: new Date() }).where('id', '=', id).execute()
  return findProject(deps, accountId, id)
}

/** Gives a project another name. */
export async function renameProject(
  { db }: Deps,
  accountId: string,
  { project_id, project_name: name }: ParsedInputOf<'renameProject'>,
): Promise<void> {
  const { id } = await own({ db, accountId }, 'project', project_id)
  await db.updateTable('project').set({ name, updated_at: new Date() }).where('id', '=', id).execute()
}

/** Adds the caller's videos to a project; those already in it keep their place. */
export async function joinProject(
  deps: Deps,
  accountId: string,
  { project_id, video_ids }: ParsedInputOf<'joinProject'>,
): Promise<Project> {
  await deps.db.transaction().execute((tx) => join(tx, accountId, project_id, video_ids))
  return findProject(deps, accountId, project_id)
}

async function join(tx: Tx, accountId: string, projectId: string, videoIds: readonly string[]): Promise<void> {
  const { id } = await own({ db: tx, accountId }, 'project', projectId, { lock: true })
  for (const videoId of videoIds) await own({ db: tx, accountId }, 'video', videoId)
  const rows = await tx.selectFrom('project_file').select(['id', 'position']).where('project_id', '=', id).execute()
  const there = new Set(rows.map((row) => row.id))
  const added = [...new Set(videoIds)].filter((videoId) => !there.has(videoId))
  if (there.size + added.length > projectLimits.mostVideos)
    throw new Refusal('refused', 'project_full', { n: projectLimits.mostVideos })
  const last = Math.max(0, ...rows.map(({ position }) => position))
  const values = added.map((videoId, at) => ({
    project_id: id,
    kind: 'video' as const,
    id: videoId,
    position: last + 1 + at,
  }))
  if (values.length > 0) await tx.insertInto('project_file').values(values).execute()
  await tx.updateTable('project').set({ updated_at: new Date() }).where('id', '=', id).execute()
}

/** Removes videos from a project, or the project itself; refused while one of its tasks runs. */
export async function removeFromProject(
  { db }: Deps,
  accountId: string,
  { project_id, video_ids }: ParsedInputOf<'removeFromProject'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id } = await own({ db: tx, accountId }, 'project', project_id, { lock: true })
    await refuseBusy(tx, { id }, video_ids)
    if (!video_ids) {
      await tx.deleteFrom('project').where('id', '=', id).execute()
      return
    }
    await tx
      .deleteFrom('project_file')
      .where('project_id', '=', id)
      .where('kind', '=', 'video')
      .where('id', 'in', video_ids)
      .execute()
    await tx.updateTable('project').set({ updated_at: new Date() }).where('id', '=', id).execute()
  })
}

async function refuseBusy(
  tx: Tx,
  { id }: Pick<Selectable<ProjectTable>, 'id'>,
  videoIds: readonly string[] | undefined,
): Promise<void> {
  let busy = tx
    .selectFrom('task')
    .select('task.id')
    .where('project_id', '=', id)
    .where('state', 'in', [TaskState.queued, TaskState.running])
  if (videoIds)
    busy = busy.where('task.id', 'in', (eb) =>
      eb.selectFrom('task_subject').select('task_id').where('kind', '=', 'video').where('id', 'in', videoIds),
    )
  if (await busy.executeTakeFirst()) throw new Refusal('notice', 'being_generated')
}
