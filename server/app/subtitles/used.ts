import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Db } from '../../store/db.ts'
import { own } from '../scope.ts'
import { describeVersion } from './present.ts'

/** Versions that tasks made from the caller's version, newest first. */
export async function listTranslations(db: Db, accountId: string, fileId: string): Promise<SubtitleVersion[]> {
  const { id } = await own({ db, accountId }, 'subtitle', fileId)
  const rows = await db
    .selectFrom('subtitle')
    .innerJoin('task', 'task.result_subtitle_id', 'subtitle.id')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .selectAll('subtitle')
    .where('task_subject.kind', '=', 'subtitle')
    .where('task_subject.id', '=', id)
    .where('task.state', '=', TaskState.succeeded)
    .where('subtitle.account_id', '=', accountId)
    .orderBy('subtitle.created_at', 'desc')
    .orderBy('subtitle.id')
    .limit(200)
    .execute()
  return rows.map(describeVersion)
}

/**
 * Each video's version used in a language: the active one, the chosen translation, or else the newest. Videos without
 * one, and foreign ones, are left out.
 */
export async function usedVersions(
  db: Db,
  accountId: string,
  { video_id, language }: ParsedInputOf<'usedVersions'>,
): Promise<DataOf<'usedVersions'>> {
  if (video_id.length === 0) return { list: [] }
  const list = await db
    .selectFrom('subtitle')
    .innerJoin('video', 'video.id', 'subtitle.video_id')
    .distinctOn('subtitle.video_id')
    .select(['video.id as video_id', 'subtitle.id as file_id', 'subtitle.role_state'])
    .where('subtitle.account_id', '=', accountId)
    .where('subtitle.video_id', 'in', video_id)
    .where('subtitle.language', '=', language)
    .orderBy('subtitle.video_id')
    .orderBy('subtitle.is_use', 'desc')
    .orderBy(sql`subtitle.id = video.translate_subtitle_id`, (ob) => ob.desc().nullsLast())
    .orderBy('subtitle.version', 'desc')
    .execute()
  return { list }
}
