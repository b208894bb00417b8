import { type RawBuilder, sql } from 'kysely'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Batch } from '#core/contract/batch.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Deps } from '../deps.ts'
import { type Listed, listPage, totalColumn } from '../paging.ts'
import { notFound } from '../refusal.ts'
import { type Caller, describeSkipped } from './skipped.ts'

/** Batches of an account with their folder and the totals of their tasks. */
function batchesOf({ db }: Deps, accountId: string) {
  return db
    .selectFrom('batch')
    .innerJoin('folder', 'folder.id', 'batch.folder_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('task')
          .select([
            sql<number>`count(*)::int`.as('total'),
            sql<number>`(count(*) filter (where state in (${TaskState.queued}, ${TaskState.running})))::int`.as(
              'ongoing',
            ),
            sql<number>`(count(*) filter (where state = ${TaskState.succeeded}))::int`.as('succeeded'),
            sql<number>`(count(*) filter (where state = ${TaskState.failed}))::int`.as('failed'),
            sql<number>`coalesce(sum(credits), 0)::int`.as('credits'),
            // Videos, or subtitle files without a video.
            sql<number>`(select greatest(count(distinct subject.id) filter (where subject.kind = 'video'),
                count(distinct subject.id) filter (where subject.kind = 'subtitle'))
              from task_subject as subject join task as of on of.id = subject.task_id
              where of.batch_id = batch.id)::int`.as('files'),
          ])
          .whereRef('task.batch_id', '=', 'batch.id')
          .as('sums'),
      (join) => join.onTrue(),
    )
    .selectAll('batch')
    .select(['folder.name as folder_name'])
    .select(['sums.ongoing', 'sums.succeeded', 'sums.failed', 'sums.credits', 'sums.files', 'sums.total as tasks'])
    .where('batch.account_id', '=', accountId)
}

/** Ids of a folder's batches: started in it, or run on its videos in a project. */
export const batchesIn = (folderId: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  select id from batch where batch.folder_id = ${folderId}
  union select task.batch_id from video
    join task_subject on task_subject.kind = 'video' and task_subject.id = video.id
    join task on task.id = task_subject.task_id
    where video.folder_id = ${folderId} and task.batch_id is not null
)`

type BatchRow = Awaited<ReturnType<ReturnType<typeof batchesOf>['executeTakeFirstOrThrow']>>

function describeBatch({ signedUrls }: Deps, language: InterfaceLanguage, row: BatchRow): Batch {
  return {
    batch_id: row.id,
    folder_id: row.folder_id,
    folder_name: row.folder_name,
    project_id: row.project_id ?? '',
    task_type: row.task_type,
    create_time: row.created_at.toISOString(),
    file_sum: row.files ?? 0,
    task_sum: row.tasks ?? 0,
    task_sum_ing: row.ongoing ?? 0,
    task_sum_success: row.succeeded ?? 0,
    task_sum_fail: row.failed ?? 0,
    credits: row.credits ?? 0,
    task_config: row.config,
    skipped: describeSkipped(row.skipped, language),
    // A browser's plain download sends no language header.
    download_url: row.succeeded ? `${signedUrls.zip('batch', row.id)}&language=${language}` : '',
  }
}

/** Batches, newest first. */
export async function listBatches(
  deps: Deps,
  { accountId, language }: Caller,
  input: { folder_id?: string | undefined; task_type?: string | undefined; page: number; page_size: number },
): Promise<Listed<Batch>> {
  let query = batchesOf(deps, accountId)
  if (input.folder_id !== undefined) query = query.where('batch.id', 'in', batchesIn(sql.val(input.folder_id)))
  if (input.task_type !== undefined) query = query.where('batch.task_type', '=', input.task_type)
  const newestFirst = query.select(totalColumn).orderBy('batch.created_at', 'desc').orderBy('batch.id')
  return listPage(newestFirst, input, (row) => describeBatch(deps, language, row))
}

/** One batch; a Refusal if it is not the caller's. */
export async function getBatch(deps: Deps, { accountId, language }: Caller, batchId: string): Promise<Batch> {
  const row = await batchesOf(deps, accountId).where('batch.id', '=', batchId).executeTakeFirst()
  if (!row) throw notFound()
  return describeBatch(deps, language, row)
}
