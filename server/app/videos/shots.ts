import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Db } from '../../store/db.ts'
import { Refusal } from '../refusal.ts'
import { accessibleVideo } from './read.ts'
import { inspectedVideo } from './rows.ts'

type ShotList = DataOf<'getShotChanges'>

/** Edited shot changes of a video that the caller has access to. */
export async function getShotChanges(db: Db, accountId: string, videoId: string): Promise<ShotList> {
  const video = await accessibleVideo(db, accountId, videoId, 'review')
  return stored(db, video.id)
}

/**
 * Stores edited shot changes at the stored revision. A stale one writes nothing and returns the stored list; a repeated
 * list is a success.
 */
export async function setShotChanges(
  db: Db,
  accountId: string,
  { file_id: videoId, revision, times }: ParsedInputOf<'setShotChanges'>,
): Promise<{ stale: boolean; data: ShotList }> {
  const video = inspectedVideo(await accessibleVideo(db, accountId, videoId, 'edit'))
  if ((times.at(-1) ?? 0) > video.duration_ms) throw new Refusal('refused', 'derived_unreadable')
  const values = { revision: revision + 1, times: JSON.stringify(times) }
  const row = await (
    revision === 0
      ? db
          .insertInto('shot_list')
          .values({ video_id: video.id, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('revision')
      : db
          .updateTable('shot_list')
          .set(values)
          .where('video_id', '=', video.id)
          .where('revision', '=', revision)
          .returning('revision')
  ).executeTakeFirst()
  if (row) return { stale: false, data: { revision: row.revision, times } }
  const data = await stored(db, video.id)
  return { stale: JSON.stringify(data.times) !== JSON.stringify(times), data }
}

async function stored(db: Db, videoId: string): Promise<ShotList> {
  const row = await db
    .selectFrom('shot_list')
    .select(['revision', 'times'])
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return row ?? { revision: 0, times: null }
}
