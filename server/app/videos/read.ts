import { sql } from 'kysely'
import type { DataOf } from '#core/contract/index.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'
import type { ShareRole } from '#core/domain/share.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Video } from '#core/contract/video.ts'
import type { Db } from '../../store/db.ts'
import { assetKeyOf } from '../assets/stored.ts'
import { checkFolder } from '../folders.ts'
import { countColumn, type Listed, listPageById } from '../paging.ts'
import { notFound } from '../refusal.ts'
import { checkAccess, accessLevelOf } from '../shares/access-level.ts'
import type { SignedUrls } from '../signed-urls.ts'
import { describeVideo, type ListedVideo } from './present.ts'
import type { VideoRow } from './rows.ts'

/** Videos with the state of their preparation; one whose task is being created counts as queued. */
function videosIn(db: Db) {
  return db
    .selectFrom('video')
    .leftJoin('task as ingest', 'ingest.id', 'video.ingest_task_id')
    .selectAll('video')
    .select((eb) => [
      eb.fn.coalesce('ingest.state', eb.lit(TaskState.queued)).as('state'),
      eb.fn.coalesce('ingest.progress', eb.lit(0)).as('progress'),
      eb.fn.coalesce('ingest.fail_msg', eb.val('')).as('fail_msg'),
    ])
}

/** The same with all that a list shows, in one query. */
function listedVideos(db: Db, accountId: string) {
  return describedVideos(db).where('video.account_id', '=', accountId)
}

function describedVideos(db: Db) {
  return videosIn(db).select([
    sql<string>`coalesce((select host from video_import where video_id = video.id), '')`.as('import_host'),
    assetKeyOf('cover').as('cover_key'),
    assetKeyOf('proxy').as('proxy_key'),
    assetKeyOf('hls').as('hls_key'),
    assetKeyOf('sound').as('sound_key'),
    assetKeyOf('peaks').as('peaks_key'),
    assetKeyOf('strip').as('strip_key'),
    assetKeyOf('shot_changes').as('shot_changes_key'),
    sql<number>`(select count(*)::int from subtitle where subtitle.video_id = video.id)`.as('subtitles'),
    sql<string[]>`array(
        select distinct language from subtitle where subtitle.video_id = video.id order by language
      )`.as('subtitle_languages'),
  ])
}

/** The same for videos that are the caller's or shared with them, with the caller's access. */
function accessibleVideos(db: Db, accountId: string) {
  const access = accessLevelOf(accountId, 'video')
  return describedVideos(db)
    .select(access.as('access'))
    .where(sql<boolean>`${access} is not null`)
}

/** A video that is the caller's or shared with them with the needed role, else a Refusal. */
export async function accessibleVideo(db: Db, accountId: string, videoId: string, need: ShareRole): Promise<VideoRow> {
  const row = await videosIn(db)
    .select(accessLevelOf(accountId, 'video').as('access'))
    .where('video.id', '=', videoId)
    .executeTakeFirst()
  checkAccess(row, need)
  if (!row) throw notFound()
  return row
}

/** The caller's video; throws a Refusal if there is none. */
export async function findVideo(db: Db, accountId: string, videoId: string): Promise<VideoRow> {
  const row = await videosIn(db)
    .where('video.id', '=', videoId)
    .where('video.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Those of the caller's videos. */
export async function videoRows(db: Db, accountId: string, ids: readonly string[]): Promise<VideoRow[]> {
  if (ids.length === 0) return []
  return videosIn(db).where('video.account_id', '=', accountId).where('video.id', 'in', ids).execute()
}

/** A video of any owner; undefined if there is none. */
export async function videoById(db: Db, videoId: string): Promise<VideoRow | undefined> {
  return videosIn(db).where('video.id', '=', videoId).executeTakeFirst()
}

/** What reading videos needs of the application. */
interface ReadDeps {
  readonly db: Db
  readonly signedUrls: SignedUrls
}

/** A video that is the caller's or shared with them as the API carries it. */
export async function getVideo(
  deps: ReadDeps,
  accountId: string,
  videoId: string,
  language: InterfaceLanguage,
): Promise<Video> {
  const row = await accessibleVideos(deps.db, accountId).where('video.id', '=', videoId).executeTakeFirst()
  if (!row) throw notFound()
  return describeVideo(deps, row, language)
}

/** Those videos that others share with the caller, by their ids. */
export async function sharedVideos(
  deps: ReadDeps,
  accountId: string,
  ids: readonly string[],
  language: InterfaceLanguage,
): Promise<Map<string, Video>> {
  const query = accessibleVideos(deps.db, accountId)
  return describedById(deps, async (some) => query.where('video.id', 'in', some).execute(), ids, language)
}

/** Videos of a folder whose name contains a text, newest first. */
export async function listVideos(
  deps: ReadDeps,
  accountId: string,
  language: InterfaceLanguage,
  input: { folder_id: string; search: string; page: number; page_size: number },
): Promise<Listed<Video>> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const pattern = `%${input.search.replace(/[\\%_]/g, '\\$&')}%`
  let matching = deps.db.selectFrom('video').where('folder_id', '=', input.folder_id)
  if (input.search !== '') matching = matching.where('name', 'ilike', pattern)
  const query = {
    count: matching.select(countColumn),
    ids: matching.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc'),
    read: async (ids: readonly string[]) => listedVideos(deps.db, accountId).where('video.id', 'in', ids).execute(),
  }
  return listPageById(input, query, (row) => describeVideo(deps, row, language))
}

/** Those of the caller's videos, by their ids. */
export async function videosById(
  deps: ReadDeps,
  accountId: string,
  ids: readonly string[],
  language: InterfaceLanguage,
): Promise<Map<string, Video>> {
  const query = listedVideos(deps.db, accountId)
  return describedById(deps, async (some) => query.where('video.id', 'in', some).execute(), ids, language)
}

async function describedById(
  deps: ReadDeps,
  read: (ids: readonly string[]) => Promise<readonly ListedVideo[]>,
  ids: readonly string[],
  language: InterfaceLanguage,
): Promise<Map<string, Video>> {
  const rows = ids.length > 0 ? await read(ids) : []
  return new Map(rows.map((row) => [row.id, describeVideo(deps, row, language)]))
}

/** Length of the list of recent videos. */
const RECENT = 8

/** The caller's videos last added or with subtitles last edited. */
export async function listRecentVideos(
  deps: ReadDeps,
  accountId: string,
  language: InterfaceLanguage,
): Promise<DataOf<'listRecentVideos'>> {
  const added = await deps.db
    .selectFrom('video')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(RECENT)
    .execute()
  const edited = await deps.db
    .selectFrom('subtitle')
    .select(['video_id', 'id', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('video_id', 'is not', null)
    .orderBy('updated_at', 'desc')
    // A video has several versions, and one is edited more than the others.
    .limit(4 * RECENT)
    .execute()
  // Named by their ids, they are found by the key: a condition with a subquery reads the whole table.
  const ids = new Set([...added.map(({ id }) => id), ...edited.flatMap(({ video_id }) => video_id ?? [])])
  if (ids.size === 0) return { list: [] }
  const rows = await listedVideos(deps.db, accountId)
    .where('video.id', 'in', [...ids])
    .execute()
  const recent = rows.map((row) => {
    const last = edited.find(({ video_id }) => video_id === row.id)
    return { row, last, touched: last && last.updated_at > row.created_at ? last.updated_at : row.created_at }
  })
  recent.sort((a, b) => b.touched.getTime() - a.touched.getTime())
  const list = recent.slice(0, RECENT).map(({ row, last, touched }) => ({
    video: describeVideo(deps, row, language),
    file_id: last?.id ?? '',
    touch_time: touched.toISOString(),
  }))
  return { list }
}

/** The caller's videos of a content, newest first, at most 50. */
export async function findByContent(
  deps: ReadDeps,
  accountId: string,
  contentHash: string,
  language: InterfaceLanguage,
): Promise<Video[]> {
  const rows = await listedVideos(deps.db, accountId)
    .where('video.content_hash', '=', contentHash)
    .orderBy('video.created_at', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => describeVideo(deps, row, language))
}

/** The caller's videos of a project, in their order. */
export async function videosOfProject(
  deps: ReadDeps,
  accountId: string,
  projectId: string,
  language: InterfaceLanguage,
): Promise<Video[]> {
  const rows = await listedVideos(deps.db, accountId)
    .innerJoin('project_file', (join) =>
      join.onRef('project_file.id', '=', 'video.id').on('project_file.kind', '=', 'video'),
    )
    .where('project_file.project_id', '=', projectId)
    .orderBy('project_file.position')
    .orderBy('video.id')
    .execute()
  return rows.map((row) => describeVideo(deps, row, language))
}

/** Expired videos, oldest first, with owner and name. */
export async function expiredVideos(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; account_id: string; folder_id: string; name: string }[]> {
  return db
    .selectFrom('video')
    .select(['id', 'account_id', 'folder_id', 'name'])
    .where('created_at', '<', new Date(now.getTime() - FILE_LIFETIME_DAYS * 86_400_000))
    .orderBy('created_at')
    .limit(limit)
    .execute()
}
