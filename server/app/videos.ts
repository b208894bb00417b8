import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Selectable, sql } from 'kysely'
import type { InterfaceLanguage, LanguageCode } from '#core/domain/languages.ts'
import { FILE_LIFETIME_DAYS, videoLimits } from '#core/domain/limits.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Video } from '#core/contract/video.ts'
import { checkWhole, type MediaInfo, type ProbedMedia, ProbeFailed, probeMedia } from '../engines/probe.ts'
import type { Db, Tx } from '../store/db.ts'
import { newId } from '../store/id.ts'
import type { VideoTable } from '../store/schema.ts'
import { avatarsIn, removeAvatars } from './avatars.ts'
import type { Deps } from './deps.ts'
import { checkFolder, type Listed } from './folders.ts'
import { failureMessage } from './messages.ts'
import { notFound, Refusal } from './refusal.ts'
import { dropUpload, finishUpload } from './uploads.ts'

export type VideoRow = Selectable<VideoTable>

/** Checks a finished upload and makes a video of it. A file that is refused leaves no row and no blob. */
export async function addVideo(
  deps: Deps,
  accountId: string,
  input: { upload_id: string; folder_id: string; language: LanguageCode },
): Promise<Video> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const key = `${accountId} ${input.upload_id}`
  const begun = adding.get(key) ?? addOnce(deps, accountId, input).finally(() => adding.delete(key))
  adding.set(key, begun)
  return describeVideo(deps, await begun)
}

/** Uploads that are being checked: whoever asks for one again gets the same outcome. */
const adding = new Map<string, Promise<VideoRow>>()

async function addOnce(
  deps: Deps,
  accountId: string,
  input: { upload_id: string; folder_id: string; language: LanguageCode },
): Promise<VideoRow> {
  const made = await videoOfUpload(deps.db, accountId, input.upload_id)
  if (made) return made
  const upload = await finishUpload(deps, accountId, input.upload_id)
  let facts: { info: MediaInfo; hash: string }
  try {
    facts = await inspect(deps, upload.blob_key)
  } catch (error) {
    if (error instanceof Refusal) await dropUpload(deps, upload)
    throw error
  }
  return deps.db.transaction().execute(async (tx) => {
    // The upload's row is the lock: another process may have made the video meanwhile.
    await tx.updateTable('upload').set({ state: 'used' }).where('id', '=', upload.id).execute()
    const other = await videoOfUpload(tx, accountId, upload.id)
    if (other) return other
    return insertVideo(deps, tx, {
      account_id: accountId,
      folder_id: input.folder_id,
      upload_id: upload.id,
      sample_id: null,
      name: upload.file_name.replace(/\.[^.]+$/, ''),
      language: input.language,
      blob_key: upload.blob_key,
      content_hash: facts.hash,
      size: upload.size,
      info: facts.info,
    })
  })
}

async function videoOfUpload(db: Db, accountId: string, uploadId: string): Promise<VideoRow | undefined> {
  return db
    .selectFrom('video')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export interface NewVideo {
  account_id: string
  folder_id: string
  upload_id: string | null
  sample_id: string | null
  name: string
  language: string
  blob_key: string
  content_hash: string
  size: number
  info: MediaInfo
}

/** The row and the job that prepares the file for editing, together. */
export async function insertVideo(deps: Deps, tx: Tx, video: NewVideo): Promise<VideoRow> {
  const row = await tx
    .insertInto('video')
    .values({ ...video, id: newId(), duration_ms: video.info.durationMs, info: JSON.stringify(video.info) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await deps.queue.send(tx, 'ingest', { videoId: row.id })
  return row
}

/** Facts and content hash of an uploaded file; a Refusal says what is wrong with it. */
export async function inspect(deps: Deps, key: string): Promise<{ info: MediaInfo; hash: string }> {
  const folder = await mkdtemp(join(deps.workDir, 'inspect-'))
  try {
    const path = await deps.blobs.localPath(key, folder)
    const { ffmpeg, ffprobe } = deps.engines.need('ffmpeg', {})
    const probed = await probeMedia(ffprobe, path)
    refuseMedia(probed)
    await checkWhole(ffmpeg, path, probed)
    return { info: probed.info, hash: await hashFile(path) }
  } catch (error) {
    if (error instanceof ProbeFailed)
      throw new Refusal('refused', `video_${error.fault}`, { n: videoLimits.maxPixels / 1_000_000 })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function refuseMedia({ info }: ProbedMedia): void {
  const { minShortSide, minDurationMs, maxDurationMs } = videoLimits
  if (Math.min(info.width, info.height) < minShortSide) {
    throw new Refusal('refused', 'resolution_too_low', { n: minShortSide })
  }
  if (info.durationMs < minDurationMs) throw new Refusal('refused', 'video_too_short', { n: minDurationMs / 1000 })
  if (info.durationMs > maxDurationMs) throw new Refusal('refused', 'video_too_long', { n: maxDurationMs / 60_000 })
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash)
  return hash.digest('hex')
}

export async function findVideo(db: Db, accountId: string, videoId: string): Promise<VideoRow> {
  const row = await db
    .selectFrom('video')
    .selectAll()
    .where('id', '=', videoId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export async function listVideos(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  input: { folder_id: string; search: string; page: number; page_size: number },
): Promise<Listed<Video>> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const pattern = `%${input.search.replace(/[\\%_]/g, '\\$&')}%`
  const matching = deps.db
    .selectFrom('video')
    .where('account_id', '=', accountId)
    .where('folder_id', '=', input.folder_id)
    .where('name', 'ilike', pattern)
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(input.page_size)
    .offset((input.page - 1) * input.page_size)
    .execute()
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const list = await Promise.all(rows.map((row) => describeVideo(deps, row, language)))
  return { list, total, page: input.page, page_size: input.page_size }
}

export async function renameVideo(db: Db, accountId: string, videoId: string, name: string): Promise<void> {
  await findVideo(db, accountId, videoId)
  await db.updateTable('video').set({ name }).where('id', '=', videoId).execute()
}

export async function setVideoLanguage(db: Db, accountId: string, videoId: string, language: string): Promise<void> {
  await findVideo(db, accountId, videoId)
  await db.updateTable('video').set({ language }).where('id', '=', videoId).execute()
}

/** Deletes videos with their subtitles and files; a video that a running task reads is kept and said so. */
export async function removeVideos(
  deps: Deps,
  accountId: string,
  which: { folderId: string; videoId?: string },
): Promise<void> {
  const uploads = await deps.db.transaction().execute(async (tx) => {
    let query = tx.selectFrom('video').select(['id', 'upload_id']).where('account_id', '=', accountId)
    query = query.where('folder_id', '=', which.folderId)
    if (which.videoId) query = query.where('id', '=', which.videoId)
    const rows = await query.execute()
    const ids = rows.map((row) => row.id)
    if (which.videoId && ids.length === 0) throw notFound()
    if (ids.length === 0) return []
    const busy = await tx
      .selectFrom('task')
      .select('id')
      .where('video_id', 'in', ids)
      .where('state', 'in', [TaskState.queued, TaskState.running])
      .executeTakeFirst()
    if (busy) throw new Refusal('refused', 'being_generated')
    await tx.deleteFrom('video').where('id', 'in', ids).execute()
    return rows.map((row) => row.upload_id).filter((id) => id !== null)
  })
  for (const id of uploads) await deps.blobs.remove(`source/${id}`)
}

/** A folder with all that is in it. */
export async function deleteFolder(deps: Deps, accountId: string, folderId: string): Promise<void> {
  await checkFolder(deps.db, accountId, folderId)
  await removeVideos(deps, accountId, { folderId })
  const avatars = await avatarsIn(deps.db, folderId)
  await deps.db.deleteFrom('folder').where('id', '=', folderId).where('account_id', '=', accountId).execute()
  await removeAvatars(deps, avatars)
}

export async function describeVideo(deps: Deps, row: VideoRow, language: InterfaceLanguage = 'en'): Promise<Video> {
  const { subtitles } = await deps.db
    .selectFrom('subtitle')
    .select(sql<number>`count(*)::int`.as('subtitles'))
    .where('video_id', '=', row.id)
    .executeTakeFirstOrThrow()
  const { info } = row
  const age = (Date.now() - row.created_at.getTime()) / 86_400_000
  return {
    video_id: row.id,
    folder_id: row.folder_id,
    video_name: row.name,
    language: row.language,
    state: row.state,
    progress: row.progress,
    fail_msg: failureMessage(language, row.fail_msg),
    video_cover: deps.signedUrls.media(row.cover_key),
    video_url: deps.signedUrls.media(row.blob_key),
    video_url_m3u8: deps.signedUrls.media(row.hls_key),
    proxy_url: deps.signedUrls.media(row.proxy_key),
    content_hash: row.content_hash,
    derived: {
      peaks: deps.signedUrls.media(row.peaks_key),
      strip: deps.signedUrls.media(row.strip_key),
      shots: deps.signedUrls.media(row.shots_key),
    },
    video_info: {
      duration_ms: info.durationMs,
      width: info.width,
      height: info.height,
      rate: [info.rate[0], info.rate[1]],
      size: row.size,
      is_wide: info.width >= info.height,
      has_audio: info.hasAudio,
      streams: info.streams.map(({ kind, codec, language }) => ({ kind, codec, language })),
    },
    subtitle_sum: subtitles,
    create_time: row.created_at.toISOString(),
    days_left: Math.max(0, Math.ceil(FILE_LIFETIME_DAYS - age)),
  }
}
