import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { ProFolder } from '#core/contract/pro.ts'
import { TaskState } from '#core/domain/task.ts'
import { assetKeyOf } from '../assets/stored.ts'
import type { Deps } from '../deps.ts'
import { patternOf } from '../keyset.ts'
import { batchesIn } from '../batches/read.ts'
import { type Listed, listPage, totalColumn } from '../paging.ts'
import { notFound } from '../refusal.ts'
import { settingsOf } from './settings.ts'

/** Pictures on a folder's card. */
const COVERS = 4

const ongoing = sql`(${TaskState.queued}, ${TaskState.running})`

interface TaskSums {
  readonly ing: number
  readonly fail: number
  readonly progress: number
}

/**
 * Unfinished tasks, failed ones of the newest batch, and progress: all tasks of batches in progress count, so that the
 * bar reaches its end.
 */
const taskSums = sql<TaskSums>`(
  select json_build_object(
    'ing', count(*) filter (where task.state in ${ongoing}),
    'fail', count(*) filter (where task.state = ${TaskState.failed}
      and task.batch_id = (select id from batch where batch.folder_id = folder.id order by created_at desc limit 1)),
    'progress', coalesce(avg(case when task.state in ${ongoing} then task.progress else 1 end) filter (
      where task.state in ${ongoing} or task.batch_id in (
        select batch_id from task as open where open.folder_id = folder.id and open.state in ${ongoing}
      )), 1)
  ) from task where task.folder_id = folder.id and not task.is_internal
)`

/** Number of videos with cues in a language; 0 if only files without a video have them. */
const coverage = sql<{ language: string; videos: number }[]>`coalesce((
  select json_agg(each order by each.videos desc, each.language) from (
    select language, count(distinct video_id)::int as videos from subtitle
    where subtitle.folder_id = folder.id and cue_sum > 0 group by language
  ) as each
), '[]')`

/** Folders of an account with totals of their content, each in one query. */
function foldersOf({ db }: Deps, accountId: string) {
  const count = (table: 'subtitle' | 'role') =>
    sql<number>`(select count(*)::int from ${sql.table(table)} as each where each.folder_id = folder.id)`
  return db
    .selectFrom('folder')
    .selectAll('folder')
    .select([
      sql<{ videos: number; ms: number }>`(
        select json_build_object('videos', count(*), 'ms', coalesce(sum(duration_ms), 0))
        from video where video.folder_id = folder.id
      )`.as('sums'),
      count('subtitle').as('subtitles'),
      count('role').as('roles'),
      sql<number>`(select count(*)::int from (${batchesIn(sql.ref('folder.id'))}) as each)`.as('batches'),
      taskSums.as('tasks'),
      coverage.as('languages'),
      sql<boolean>`coalesce((select bool_and(stage = 'delivered') from subtitle where subtitle.folder_id = folder.id), false)`.as(
        'is_delivered',
      ),
    ])
    .select((eb) =>
      sql<(string | null)[]>`array(${eb
        .selectFrom('video')
        .select(assetKeyOf('cover').as('cover_key'))
        .whereRef('video.folder_id', '=', 'folder.id')
        .orderBy('video.created_at')
        .orderBy('video.id')
        .limit(COVERS)})`.as('cover_keys'),
    )
    .where('folder.account_id', '=', accountId)
}

/** The empty folder that a project has made for itself holds nothing to work on. */
const isInUse = sql<boolean>`(
  exists (select 1 from video where video.folder_id = folder.id)
  or exists (select 1 from subtitle where subtitle.folder_id = folder.id)
  or not exists (select 1 from project where project.folder_id = folder.id)
)`

type FolderRow = Awaited<ReturnType<ReturnType<typeof foldersOf>['executeTakeFirstOrThrow']>>

function describe({ signedUrls }: Deps, row: FolderRow): ProFolder {
  return {
    folder_id: row.id,
    folder_name: row.name,
    create_time: row.created_at.toISOString(),
    covers: row.cover_keys.flatMap((key) => (key ? [signedUrls.media(key)] : [])),
    video_sum: row.sums.videos,
    duration_ms: row.sums.ms,
    subtitle_sum: row.subtitles,
    role_sum: row.roles,
    batch_sum: row.batches,
    task_sum_ing: row.tasks.ing,
    task_sum_fail: row.tasks.fail,
    progress: row.tasks.progress,
    deadline: row.deadline?.toISOString() ?? '',
    is_delivered: row.is_delivered,
    languages: row.languages,
  }
}

/** Folders with totals of their content, newest first. */
export async function listProFolders(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'listProFolders'>,
): Promise<Listed<ProFolder>> {
  const newestFirst = foldersOf(deps, accountId)
    .where('folder.name', 'ilike', patternOf(input.search))
    .where(isInUse)
    .select(totalColumn)
    .orderBy('folder.created_at', 'desc')
    .orderBy('folder.id')
  return listPage(newestFirst, input, (row) => describe(deps, row))
}

/** One folder with its settings; a Refusal if it is not the caller's. */
export async function getProFolder(deps: Deps, accountId: string, folderId: string): Promise<DataOf<'getProFolder'>> {
  const row = await foldersOf(deps, accountId).where('folder.id', '=', folderId).executeTakeFirst()
  if (!row) throw notFound()
  return { ...describe(deps, row), settings: settingsOf(row), revision: row.settings_revision }
}
