import { sql } from 'kysely'
import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'
import { TaskState } from '#core/domain/task.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import type { Db } from '../../store/db.ts'
import { frozenVersion } from './attempts.ts'
import type { EarlierTask } from './kind.ts'

/** A task with a result for a video, as long as its steps are kept. */
export interface EarlierRow {
  readonly id: string
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}

/** An account's tasks with results for videos, of a kind or of the one that it follows, newest first. */
function earlierTasks(db: Db, accountId: string, { type, follows }: TaskKind, videoIds: readonly string[]) {
  return db
    .selectFrom('task')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .select(['task.id', 'task.type', 'task.config', 'task.language', 'task_subject.id as video_id'])
    .where('task.account_id', '=', accountId)
    .where('task.type', 'in', follows === undefined ? [type] : [type, follows])
    .where('task.state', '=', TaskState.succeeded)
    .where('task.updated_at', '>', sql<Date>`now() - make_interval(days => ${FILE_LIFETIME_DAYS - 1})`)
    .where('task_subject.kind', '=', 'video')
    .where('task_subject.id', 'in', videoIds)
}

/** The last one of a video in a language. */
export async function earlierRow(
  db: Db,
  accountId: string,
  kind: TaskKind,
  videoId: string,
  language: string,
): Promise<EarlierRow | undefined> {
  return earlierTasks(db, accountId, kind, [videoId])
    .where('task.language', '=', language)
    .orderBy('task.updated_at', 'desc')
    .orderBy('task.id')
    .limit(1)
    .executeTakeFirst()
}

/** The last one of each video and language, keyed by both with a space between. */
export async function earlierRows(
  db: Db,
  accountId: string,
  kind: TaskKind,
  videoIds: readonly string[],
): Promise<ReadonlyMap<string, EarlierRow>> {
  if (videoIds.length === 0) return new Map()
  const rows = await earlierTasks(db, accountId, kind, videoIds)
    .distinctOn(['task_subject.id', 'task.language'])
    .orderBy('task_subject.id')
    .orderBy('task.language')
    .orderBy('task.updated_at', 'desc')
    .orderBy('task.id')
    .execute()
  return new Map(rows.map((row) => [`${row.video_id} ${row.language}`, row]))
}

/** Its input, or its result if it is of another kind. */
export async function withFrozen(db: Db, { type }: TaskKind, row: EarlierRow): Promise<EarlierTask | undefined> {
  const version = await frozenVersion(db, row.id)
  const cues = row.type === type ? version?.cues : version?.made
  return version && cues && { config: row.config, cues, imported: version.imported }
}
