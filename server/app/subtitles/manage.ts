import { sql } from 'kysely'
import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { Db } from '../../store/db.ts'
import { notFound } from '../refusal.ts'
import { own } from '../scope.ts'
import { lockVideo } from './add.ts'
import { findVersion } from './read.ts'

/** Renames the caller's version. */
export async function renameVersion(db: Db, accountId: string, fileId: string, name: string): Promise<void> {
  const { id } = await findVersion(db, accountId, fileId)
  await db.updateTable('subtitle').set({ name, updated_at: new Date() }).where('id', '=', id).execute()
}

/** Sets the language of the caller's version. */
export async function setVersionLanguage(
  db: Db,
  accountId: string,
  fileId: string,
  language: LanguageCode,
): Promise<void> {
  const { id } = await findVersion(db, accountId, fileId)
  await db.updateTable('subtitle').set({ language, updated_at: new Date() }).where('id', '=', id).execute()
}

/** Later videos are made with the active version. */
export async function activateVersion(db: Db, accountId: string, videoId: string, fileId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockVideo(tx, videoId)
    const version = await findVersion(tx, accountId, fileId)
    if (version.video_id !== videoId) throw notFound()
    await tx
      .updateTable('subtitle')
      .set({ is_use: sql<boolean>`id = ${fileId}` })
      .where('video_id', '=', videoId)
      .where('account_id', '=', accountId)
      .execute()
  })
}

/** Expired files without a video, oldest first. */
export async function expiredFiles(db: Db, now: Date, limit: number): Promise<{ id: string; account_id: string }[]> {
  return db
    .selectFrom('subtitle')
    .select(['id', 'account_id'])
    .where('video_id', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - FILE_LIFETIME_DAYS * 86_400_000))
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/** Deletes the caller's version. An active one is replaced by the newest other with cues. */
export async function deleteVersion(db: Db, accountId: string, fileId: string): Promise<void> {
  const { video_id: videoId } = await findVersion(db, accountId, fileId)
  await db.transaction().execute(async (tx) => {
    if (videoId !== null) await lockVideo(tx, videoId)
    const version = await own({ db: tx, accountId }, 'subtitle', fileId)
    await tx.deleteFrom('subtitle').where('id', '=', version.id).execute()
    if (videoId === null || !version.is_use) return
    const next = await tx
      .selectFrom('subtitle')
      .select('id')
      .where('video_id', '=', videoId)
      .orderBy(sql`cue_sum = 0`)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (next) await tx.updateTable('subtitle').set({ is_use: true }).where('id', '=', next.id).execute()
  })
}
