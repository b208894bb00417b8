import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { assetKeyOf } from '../assets/stored.ts'
import type { Deps } from '../deps.ts'
import { taskFailureMessage } from '../messages.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Caller } from './skipped.ts'

/** A transaction may commit after a later one began: changes this long before the cursor are sent again. */
const OVERLAP_MS = 3000

interface CellRow {
  readonly task_id: string
  readonly file_id: string | null
  readonly language: string
  readonly state: number
  readonly progress: number
  readonly step: string
  readonly fail_msg: string
  readonly credits: number
  readonly flagged: number
  readonly made_id: string
  readonly reference_id: string
  readonly changed_ms: number
}

/**
 * A batch's tasks by row and column. A page polls with the cursor of its last answer and gets all changes in one query.
 */
export async function getBatchMatrix(
  deps: Deps,
  { accountId, language }: Caller,
  { batch_id, after }: ParsedInputOf<'getBatchMatrix'>,
): Promise<DataOf<'getBatchMatrix'>> {
  if (!/^\d{0,15}$/.test(after)) throw new Refusal('refused', 'invalid_input', { field: 'after', detail: '' })
  const rows = await cellsOf(deps, { accountId, batchId: batch_id, afterMs: Number(after) - OVERLAP_MS })
  const files = after === '' ? await filesOf(deps, batch_id) : null
  const last = rows.reduce((latest, { changed_ms }) => Math.max(latest, changed_ms), Number(after))
  const cells = rows.map(({ task_id, state, progress, step, fail_msg, credits, flagged, ...row }) => ({
    ...{ task_id, file_id: row.file_id ?? '', language: row.language, state, progress, step, flagged },
    ...{ made_id: row.made_id, reference_id: row.reference_id },
    fail_msg: taskFailureMessage(language, { fail_msg, credits }),
  }))
  return { files, cells, cursor: String(last) }
}

interface Asked {
  readonly accountId: string
  readonly batchId: string
  readonly afterMs: number
}

/** One query for the tasks of the caller's batch and its ownership. Throws a Refusal for another's batch. */
async function cellsOf({ db }: Deps, { accountId, batchId, afterMs }: Asked): Promise<CellRow[]> {
  const { rows } = await sql<CellRow | { readonly task_id: null }>`
    select task.id as task_id, task.language, task.state, task.progress, task.step, task.fail_msg, task.credits,
      coalesce((task.report->>'flagged')::int, 0) as flagged, coalesce(task.result_subtitle_id, '') as made_id,
      coalesce((select other.id from subtitle as made join subtitle as other
        on other.video_id = made.video_id and other.language = made.language and other.id <> made.id and other.cue_sum > 0
          and other.account_id = made.account_id and (other.source = 'upload' or other.stage in ('checked', 'delivered'))
        where made.id = task.result_subtitle_id
        order by other.stage in ('checked', 'delivered') desc, other.version desc, other.id limit 1), '') as reference_id,
      floor(extract(epoch from task.updated_at) * 1000)::float8 as changed_ms,
      (select id from task_subject where task_subject.task_id = task.id and kind in ('video', 'subtitle')
        order by kind desc, id limit 1) as file_id
    from batch left join task on task.batch_id = batch.id
      and task.updated_at > timestamptz 'epoch' + ${Math.max(0, afterMs)}::float8 * interval '1 millisecond'
    where batch.id = ${batchId} and batch.account_id = ${accountId}
    order by task.created_at, task.id`.execute(db)
  if (rows.length === 0) throw notFound()
  return rows.filter((row) => row.task_id !== null)
}

type MatrixFiles = NonNullable<DataOf<'getBatchMatrix'>['files']>

async function filesOf({ db, signedUrls }: Deps, batchId: string): Promise<MatrixFiles> {
  const { rows } = await sql<{ id: string; name: string; cover_key: string | null; duration_ms: number | null }>`
    select subject.id, coalesce(video.name, subtitle.name, min(task.name)) as name, video.duration_ms,
      ${assetKeyOf('cover')} as cover_key
    from task
    join lateral (
      select id, kind from task_subject where task_subject.task_id = task.id and kind in ('video', 'subtitle')
      order by kind desc, id limit 1
    ) as subject on true
    left join video on video.id = subject.id and subject.kind = 'video'
    left join subtitle on subtitle.id = subject.id and subject.kind = 'subtitle'
    where task.batch_id = ${batchId}
    group by subject.id, video.id, subtitle.id
    order by lower(coalesce(video.name, subtitle.name, min(task.name))), subject.id`.execute(db)
  return rows.map(({ id, name, cover_key, duration_ms }) => ({
    file_id: id,
    name,
    cover: signedUrls.media(cover_key),
    duration_ms: duration_ms ?? 0,
  }))
}
