import type { InterfaceLanguage, LanguageCode } from '#core/domain/languages.ts'
import { withoutTurns } from '#core/domain/storable.ts'
import { TaskState } from '#core/domain/task.ts'
import type { ParsedInputOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import { newId } from '../../store/id.ts'
import { avatarsIn, removeAvatars } from '../avatars.ts'
import type { Deps } from '../deps.ts'
import { checkFolder } from '../folders.ts'
import { countAlone, refuseBytes } from '../quota.ts'
import { notFound, Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { finishUpload } from '../uploads.ts'
import { startIngest } from './first-task.ts'
import { findVideo, getVideo } from './read.ts'
import { transact } from '../../store/deadlock.ts'

/**
 * Makes a video of a finished upload and starts the task that prepares its file. The same upload returns the same video,
 * also for concurrent requests.
 */
export async function addVideo(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  input: { upload_id: string; folder_id: string; language: LanguageCode },
): Promise<Video> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const made = await videoOfUpload(deps.db, accountId, input.upload_id)
  const id = made ?? (await insertUploaded(deps, accountId, input))
  return getVideo(deps, accountId, id, language)
}

async function insertUploaded(
  deps: Deps,
  accountId: string,
  input: { upload_id: string; folder_id: string; language: LanguageCode },
): Promise<string> {
  await finishUpload(deps, accountId, input.upload_id)
  return transact(deps.db, async (tx) => {
    await countAlone(tx, accountId)
    // Concurrent requests wait here and find the video of the first.
    const upload = await own({ db: tx, accountId }, 'upload', input.upload_id, { lock: true })
    const made = await videoOfUpload(tx, accountId, upload.id)
    if (made) return made
    await tx.updateTable('upload').set({ state: 'used' }).where('id', '=', upload.id).execute()
    return insertVideo(deps, tx, {
      account_id: accountId,
      folder_id: input.folder_id,
      upload_id: upload.id,
      sample_id: null,
      name: upload.file_name.replace(/\.[^.]+$/, ''),
      language: input.language,
      blob_key: upload.blob_key,
      size: upload.size,
    })
  })
}

async function videoOfUpload(db: Db, accountId: string, uploadId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('video')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.id
}

/** A video's row before its file is inspected. */
export interface NewVideo {
  account_id: string
  folder_id: string
  upload_id: string | null
  sample_id: string | null
  name: string
  language: string
  blob_key: string
  size: number
}

/** Inserts the row with its first task, in one transaction. */
export async function insertVideo(deps: Deps, tx: Tx, video: NewVideo, start = startIngest): Promise<string> {
  if (video.sample_id === null) await refuseBytes(tx, video.account_id, deps.accountGb, video.size)
  const id = newId()
  const taskId = newId()
  await tx
    .insertInto('video')
    .values({
      ...video,
      name: withoutTurns(video.name),
      id,
      ingest_task_id: taskId,
      content_hash: null,
      duration_ms: null,
      info: null,
    })
    .execute()
  // The foreign key to the task is deferred: the task's own check needs the video, which has no state yet.
  await start(deps, tx, video.account_id, { videoId: id, taskId })
  return id
}

/** Gives a video another name. */
export async function renameVideo(db: Db, accountId: string, videoId: string, name: string): Promise<void> {
  await findVideo(db, accountId, videoId)
  await db.updateTable('video').set({ name }).where('id', '=', videoId).execute()
}

/** Sets a video's spoken language. */
export async function setVideoLanguage(db: Db, accountId: string, videoId: string, language: string): Promise<void> {
  await findVideo(db, accountId, videoId)
  await db.updateTable('video').set({ language }).where('id', '=', videoId).execute()
}

/** Deletes a video with its subtitles and file; a Refusal while a task works on it. */
export async function deleteVideo(deps: Deps, accountId: string, folderId: string, videoId: string): Promise<void> {
  const removed = await removeWhere(deps, { accountId, folderId, videoIds: [videoId] })
  if (removed === 0) throw notFound()
  await publishEvent(deps.db, accountId, { kind: 'folder', folder_id: folderId })
}

/** Deletes videos with their subtitles, and subtitle files of a folder; missing ones are no error. */
export async function deleteFiles(
  deps: Deps,
  accountId: string,
  { folder_id: folderId, video_ids, subtitles_ids }: ParsedInputOf<'deleteFiles'>,
): Promise<{ deleted: number }> {
  await checkFolder(deps.db, accountId, folderId)
  const videos = video_ids.length > 0 ? await removeWhere(deps, { accountId, folderId, videoIds: video_ids }) : 0
  const files = await deps.db
    .deleteFrom('subtitle')
    .where('account_id', '=', accountId)
    .where('folder_id', '=', folderId)
    .where('video_id', 'is', null)
    .where('id', 'in', [...subtitles_ids, ''])
    .executeTakeFirst()
  const deleted = videos + Number(files.numDeletedRows)
  if (deleted > 0) await publishEvent(deps.db, accountId, { kind: 'folder', folder_id: folderId })
  return { deleted }
}

/** Deletes a folder with its content; a Refusal while a task has its result in it. */
export async function deleteFolder(deps: Deps, accountId: string, folderId: string): Promise<void> {
  const { removed, avatars } = await deps.db.transaction().execute(async (tx) => {
    // A task that starts now waits for the end of this, or this for it.
    await videosOf(tx, { accountId, folderId }).forUpdate().execute()
    await own({ db: tx, accountId }, 'folder', folderId, { lock: true })
    await refuseBusyFolder(tx, folderId)
    const rows = await removeRows(tx, { accountId, folderId })
    const pictures = await avatarsIn(tx, folderId)
    await tx.deleteFrom('folder').where('id', '=', folderId).where('account_id', '=', accountId).execute()
    await publishEvent(tx, accountId, { kind: 'folder', folder_id: folderId })
    return { removed: rows, avatars: pictures }
  })
  await removeUploads(deps, removed)
  await removeAvatars(deps, avatars)
}

/** Deletes one expired video of any owner; throws a Refusal while a task works on it. */
export async function removeVideo(deps: Pick<Deps, 'db' | 'blobs'>, videoId: string): Promise<void> {
  await removeWhere(deps, { videoIds: [videoId] })
}

interface Which {
  readonly accountId?: string
  readonly folderId?: string
  readonly videoIds?: readonly string[]
}

type Removed = readonly { upload_id: string | null }[]

/** Deletes rows and then files of videos; returns how many there were. */
async function removeWhere(deps: Pick<Deps, 'db' | 'blobs'>, which: Which): Promise<number> {
  const removed = await deps.db.transaction().execute((tx) => removeRows(tx, which))
  await removeUploads(deps, removed)
  return removed.length
}

/** In the common locking order: before their folder, by id. */
function videosOf(tx: Tx, { accountId, folderId, videoIds }: Which) {
  let query = tx.selectFrom('video').select(['id', 'upload_id', 'ingest_task_id']).orderBy('id')
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (folderId !== undefined) query = query.where('folder_id', '=', folderId)
  if (videoIds !== undefined) query = query.where('id', 'in', videoIds)
  return query
}

/**
 * Deletes videos' rows with uploads and preparing tasks. Assets of their content stay for other owners, until a sweep
 * finds that there are none.
 */
async function removeRows(tx: Tx, which: Which): Promise<Removed> {
  const rows = await videosOf(tx, which).forUpdate().execute()
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  await refuseBusy(tx, ids)
  await tx.deleteFrom('video').where('id', 'in', ids).execute()
  const taskIds = rows.map((row) => row.ingest_task_id)
  await tx.deleteFrom('task').where('id', 'in', taskIds).execute()
  const uploads = uploadsOf(rows)
  if (uploads.length > 0) await tx.deleteFrom('upload').where('id', 'in', uploads).execute()
  return rows
}

async function removeUploads({ blobs }: Pick<Deps, 'blobs'>, removed: Removed): Promise<void> {
  for (const id of uploadsOf(removed)) await blobs.remove(`source/${id}`)
}

function uploadsOf(rows: Removed): string[] {
  return rows.map((row) => row.upload_id).filter((id) => id !== null)
}

/** A Refusal while a visible task has its result in a folder. */
async function refuseBusyFolder(tx: Tx, folderId: string): Promise<void> {
  const busy = await tx
    .selectFrom('task')
    .select('id')
    .where('folder_id', '=', folderId)
    .where('state', 'in', [TaskState.queued, TaskState.running])
    .where('is_internal', '=', false)
    .executeTakeFirst()
  if (busy) throw new Refusal('refused', 'being_generated')
}

/** A Refusal while a visible task works on one of the videos. */
export async function refuseBusy(tx: Tx, videoIds: readonly string[]): Promise<void> {
  const busy = await tx
    .selectFrom('task')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .select('task.id')
    .where('task_subject.kind', '=', 'video')
    .where('task_subject.id', 'in', videoIds)
    .where('task.state', 'in', [TaskState.queued, TaskState.running])
    .where('task.is_internal', '=', false)
    .executeTakeFirst()
  if (busy) throw new Refusal('refused', 'being_generated')
}
