import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { checkFolder } from '../folders.ts'
import { folderSettings } from '../pro/settings.ts'
import { notFound } from '../refusal.ts'
import { own } from '../scope.ts'
import { accessToVersion, accessLevelOf, accessibleVersion } from '../shares/access-level.ts'
import { flagsOfVersions, reviewsOf, voicesOf } from './flags.ts'
import { describeVersion } from './present.ts'
import type { SubtitleRow } from './rows.ts'

/**
 * A video's versions in order, if it is the caller's or shared with them, or a folder's files without a video, oldest
 * first.
 */
export async function listVersions(
  db: Db,
  accountId: string,
  { folder_id = '', video_id }: ParsedInputOf<'listVersions'>,
): Promise<SubtitleVersion[]> {
  if (video_id === undefined) await checkFolder(db, accountId, folder_id)
  const all = withoutCues(db)
  const wanted =
    video_id === undefined
      ? all.where('account_id', '=', accountId).where('folder_id', '=', folder_id).where('video_id', 'is', null)
      : all.where('video_id', '=', video_id).where(sql<boolean>`${accessLevelOf(accountId, 'subtitle')} is not null`)
  const rows = await wanted.orderBy('version').orderBy('created_at').orderBy('id').execute()
  return rows.map(describeVersion)
}

/** Columns of a version without its cues. */
export const versionHead = [
  ...(['id', 'account_id', 'folder_id', 'video_id', 'task_id', 'name', 'source', 'language', 'version'] as const),
  ...(['cue_sum', 'size', 'style', 'role_state', 'is_use', 'revision', 'created_at', 'updated_at'] as const),
  ...(['imported_file_id', 'imported_format', 'file_styles'] as const),
] as const
export type VersionHead = Pick<SubtitleRow, (typeof versionHead)[number]>

function withoutCues(db: Db) {
  return db.selectFrom('subtitle').select(versionHead)
}

/** The caller's version without its cues; throws a Refusal if there is none. */
export async function findHead(db: Db, accountId: string, fileId: string): Promise<VersionHead> {
  const row = await withoutCues(db).where('account_id', '=', accountId).where('id', '=', fileId).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** A version's cues as the database writes them, and its revision; undefined if it is gone. */
export async function storedText(db: Db, id: string): Promise<{ cues: string; revision: number } | undefined> {
  return db
    .selectFrom('subtitle')
    .select([sql<string>`cues::text`.as('cues'), 'revision'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Those of the caller's versions, by their ids. */
export async function versionsById(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, SubtitleVersion>> {
  if (ids.length === 0) return new Map()
  const rows = await withoutCues(db).where('account_id', '=', accountId).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, describeVersion(row)]))
}

/** The caller's version with its cues; throws a Refusal if there is none. */
export async function findVersion(db: Db, accountId: string, fileId: string): Promise<SubtitleRow> {
  return own({ db, accountId }, 'subtitle', fileId)
}

/** Those of the caller's versions, with their cues. */
export async function versionRows(db: Db, accountId: string, ids: readonly string[]): Promise<SubtitleRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('subtitle').selectAll().where('account_id', '=', accountId).where('id', 'in', ids).execute()
}

/** A version, the caller's or shared with them, as the API carries it, with its cues. */
export async function getVersion(
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  fileId: string,
): Promise<DataOf<'getVersion'>> {
  const { size } = await accessToVersion(db, accountId, fileId, 'review')
  const row = await heavy.inTurn(size, () => accessibleVersion(db, accountId, fileId, 'review'))
  const flags = (await flagsOfVersions(db, row.account_id, [row.id])).get(row.id) ?? []
  const voices = row.task_id === null ? null : await voicesOf(db, row.task_id)
  const reviews = flags.length > 0 ? (await reviewsOf(db, [row.id])).get(row.id) : undefined
  return {
    ...describeVersion(row),
    subtitle_txt: row.cues,
    subtitle_error_info: row.cue_errors,
    flags: flags.map((flag) => ({ ...flag, review: reviews?.get(flag.cue_id) ?? null })),
    voices,
    profile: (await folderSettings(db, row.folder_id)).profile,
  }
}
