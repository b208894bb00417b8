import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { DataOf } from '#core/contract/index.ts'
import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import type { Db } from '../../store/db.ts'

/** An unfinished task of a video, or one whose result still exists. */
export interface StartedRow {
  readonly id: string
  readonly state: number
  readonly config: Readonly<Record<string, unknown>>
  readonly updated_at: Date
  readonly video_id: string
}

/** An account's tasks of a type for videos, newest first, as long as their results exist. */
export async function startedRows(
  db: Db,
  accountId: string,
  type: string,
  videoIds: readonly string[],
): Promise<StartedRow[]> {
  if (videoIds.length === 0) return []
  return db
    .selectFrom('task')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .select(['task.id', 'task.state', 'task.config', 'task.updated_at', 'task_subject.id as video_id'])
    .where('task.account_id', '=', accountId)
    .where('task.type', '=', type)
    .where('task_subject.kind', '=', 'video')
    .where('task_subject.id', 'in', videoIds)
    .where((eb) =>
      eb.or([
        eb('task.state', 'in', [TaskState.queued, TaskState.running]),
        eb.and([
          eb('task.state', '=', TaskState.succeeded),
          eb.or([eb('task.result_blob', 'is not', null), eb('task.result_subtitle_id', 'is not', null)]),
          eb('task.updated_at', '>', sql<Date>`now() - make_interval(days => ${FILE_LIFETIME_DAYS})`),
        ]),
      ]),
    )
    .orderBy('task.created_at', 'desc')
    .orderBy('task.id')
    .execute()
}

/** Such a task as the API carries it. */
export function describeSame(row: StartedRow | undefined): DataOf<'quote'>['same'] {
  if (!row) return null
  const { isOngoing: is_ongoing } = describeTaskState(row.state)
  return { task_id: row.id, is_ongoing, update_time: row.updated_at.toISOString() }
}

/** The first of these tasks with the same choices, picture and sound. */
export function sameAmong(
  rows: readonly StartedRow[],
  { config: { shape } }: TaskKind,
  config: Readonly<Record<string, unknown>>,
): StartedRow | undefined {
  const fields = [...Object.keys(shape), 'picture_of', 'sound_of']
  // As it would be stored: without undefined values.
  const chosen = JSON.parse(JSON.stringify(config)) as Readonly<Record<string, unknown>>
  return rows.find((row) => fields.every((field) => isDeepStrictEqual(row.config[field], chosen[field])))
}
