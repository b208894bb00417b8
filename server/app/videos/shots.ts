import { readFile } from 'node:fs/promises'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { isShotCandidates, pickShotChanges } from '#core/media/shot-changes.ts'
import { BlobMissing } from '../../store/blobs.ts'
import type { Db } from '../../store/db.ts'
import { assetKeyOf } from '../assets/stored.ts'
import type { Deps } from '../deps.ts'
import { inFolder } from '../heavy/folder.ts'
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

/** When the picture of a video changes to another shot, in order: as edited, else as computed; none where neither is known. */
export async function shotChangesOf(deps: Stores, videoId: string): Promise<readonly number[]> {
  const row = await deps.db
    .selectFrom('video')
    .leftJoin('shot_list', 'shot_list.video_id', 'video.id')
    .select(['shot_list.times', assetKeyOf('shot_changes').as('key')])
    .where('video.id', '=', videoId)
    .executeTakeFirst()
  return row?.times ?? (row?.key ? computedShots(deps, row.key) : [])
}

type Stores = Pick<Deps, 'db' | 'blobs' | 'workDir'>

/** Shot changes that were computed of a video; none where their file is gone or damaged. */
export async function computedShots({ blobs, workDir }: Omit<Stores, 'db'>, key: string): Promise<number[]> {
  return inFolder(workDir, 'shots', async (folder) => {
    try {
      const list: unknown = JSON.parse(await readFile(await blobs.localPath(key, folder), 'utf8'))
      return isShotCandidates(list, Infinity) ? pickShotChanges(list) : []
    } catch (error) {
      if (error instanceof BlobMissing || error instanceof SyntaxError) return []
      throw error
    }
  })
}
