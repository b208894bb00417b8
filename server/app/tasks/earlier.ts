import { sql } from 'kysely'
import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'
import { TaskState } from '#core/domain/task.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import type { Db } from '../../store/db.ts'
import { frozenVersion } from './attempts.ts'
import type { EarlierTask } from './kind.ts'

/**
 * The last task of a kind, or of the one that it follows, that an account let make something of a video in a language, as
 * long as its steps are kept.
 */
export async function earlierTask(
  db: Db,
  accountId: string,
  { type, follows }: TaskKind,
  videoId: string,
  language: string,
): Promise<EarlierTask | undefined> {
  const row = await db
    .selectFrom('task')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .select(['task.id', 'task.type', 'task.config'])
    .where('task.account_id', '=', accountId)
    .where('task.type', 'in', follows === undefined ? [type] : [type, follows])
    .where('task.language', '=', language)
    .where('task.state', '=', TaskState.succeeded)
    .where('task.updated_at', '>', sql<Date>`now() - make_interval(days => ${FILE_LIFETIME_DAYS - 1})`)
    .where('task_subject.kind', '=', 'video')
    .where('task_subject.id', '=', videoId)
    .orderBy('task.updated_at', 'desc')
    .orderBy('task.id')
    .limit(1)
    .executeTakeFirst()
  const version = row && (await frozenVersion(db, row.id))
  const cues = row?.type === type ? version?.cues : version?.made
  return row && cues && { config: row.config, cues }
}
