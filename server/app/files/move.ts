import type { ParsedInputOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { placeAmong } from '../subtitles/add.ts'
import { describeVersion } from '../subtitles/present.ts'
import { refuseBusy } from '../videos/write.ts'
import { bringRoles, withRolesAlong } from './roles-along.ts'

/** Moves videos with their versions, and subtitle files, into a folder, all or none. Throws a Refusal. */
export async function moveFiles(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'moveFiles'>,
): Promise<{ moved: number }> {
  const videoIds = [...new Set(input.video_ids)]
  const fileIds = [...new Set(input.subtitles_ids)]
  await own({ db: deps.db, accountId }, 'folder', input.folder_id)
  const moving = {
    folderId: input.folder_id,
    versionIds: async () => [...(await versionsIn(deps.db, accountId, videoIds)), ...fileIds],
  }
  return withRolesAlong(deps, accountId, moving, (along) =>
    deps.db.transaction().execute(async (tx) => {
      await own({ db: tx, accountId }, 'folder', input.folder_id)
      const versionIds = [
        ...(await versionsOfVideos(tx, accountId, videoIds)),
        ...(await looseFiles(tx, accountId, fileIds)),
      ]
      await bringRoles(tx, { accountId, versionIds, folderId: input.folder_id }, along)
      const place = { folder_id: input.folder_id }
      if (videoIds.length > 0) await tx.updateTable('video').set(place).where('id', 'in', videoIds).execute()
      // Assignees belong to a folder.
      const versions = { ...place, assignee_id: null }
      if (versionIds.length > 0) await tx.updateTable('subtitle').set(versions).where('id', 'in', versionIds).execute()
      return { moved: videoIds.length + fileIds.length }
    }),
  )
}

/** Ids of the versions of the caller's videos. */
async function versionsIn(db: Db, accountId: string, videoIds: readonly string[]): Promise<string[]> {
  if (videoIds.length === 0) return []
  const versions = await db
    .selectFrom('subtitle')
    .select('id')
    .where('account_id', '=', accountId)
    .where('video_id', 'in', videoIds)
    .execute()
  return versions.map(({ id }) => id)
}

/**
 * Ids of the versions of the caller's videos, with their rows locked; a Refusal if one is missing or in use by a task.
 */
async function versionsOfVideos(tx: Tx, accountId: string, videoIds: readonly string[]): Promise<string[]> {
  if (videoIds.length === 0) return []
  const videos = await tx
    .selectFrom('video')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', videoIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (videos.length !== videoIds.length) throw notFound()
  await refuseBusy(tx, videoIds)
  return versionsIn(tx, accountId, videoIds)
}

async function looseFiles(tx: Tx, accountId: string, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const files = await tx
    .selectFrom('subtitle')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', fileIds)
    .where('video_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (files.length !== fileIds.length) throw notFound()
  return files.map(({ id }) => id)
}

/**
 * Makes the caller's subtitle file a version of their video. Repeating the request changes nothing; a version of another
 * video is refused.
 */
export async function bindSubtitles(
  deps: Deps,
  accountId: string,
  { video_id, subtitles_id, activate }: ParsedInputOf<'bindSubtitles'>,
): Promise<SubtitleVersion> {
  const { folder_id: folderId } = await own({ db: deps.db, accountId }, 'video', video_id)
  const moving = { folderId, versionIds: async () => [subtitles_id] }
  return withRolesAlong(deps, accountId, moving, (along) =>
    deps.db.transaction().execute(async (tx) => {
      const video = await own({ db: tx, accountId }, 'video', video_id, { lock: true })
      const file = await own({ db: tx, accountId }, 'subtitle', subtitles_id, { lock: true })
      if (file.video_id === video.id) return describeVersion(file)
      if (file.video_id !== null) throw new Refusal('refused', 'bound_already')
      await bringRoles(tx, { accountId, versionIds: [file.id], folderId: video.folder_id }, along)
      const place = await placeAmong(tx, video.id, activate, file.cue_sum > 0)
      const bound = await tx
        .updateTable('subtitle')
        .set({
          ...{ ...place, video_id: video.id, folder_id: video.folder_id, updated_at: new Date() },
          ...(file.folder_id !== video.folder_id && { assignee_id: null }),
        })
        .where('id', '=', file.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return describeVersion(bound)
    }),
  )
}
