import { type RawBuilder, sql } from 'kysely'
import { type AccessLevel, allowsRole, type ShareRole } from '#core/domain/share.ts'
import type { Db } from '../../store/db.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { SubtitleRow } from '../subtitles/rows.ts'

/**
 * SQL for an account's access to a row of `video` or `subtitle`; null for none. Reads and writes that guests may make
 * check it; all others compare the owner.
 */
export function accessLevelOf(accountId: string, table: 'video' | 'subtitle'): RawBuilder<AccessLevel | null> {
  const videoId = table === 'video' ? sql.ref('video.id') : sql.ref('subtitle.video_id')
  const owner = sql.ref(`${table}.account_id`)
  return sql<AccessLevel | null>`case when ${owner} = ${accountId} then 'own' else (
    select role from video_share
    where video_share.video_id = ${videoId} and video_share.guest_id = ${accountId} and video_share.account_id = ${owner}
  ) end`
}

/** Whether an account may change the text of a version, as SQL: a condition of the write itself. */
export function mayEdit(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`${accessLevelOf(accountId, 'subtitle')} in ('own', 'edit')`
}

/** A version that is the caller's or shared with the needed role, else a Refusal; `lock` locks the row. */
export async function accessibleVersion(
  db: Db,
  accountId: string,
  fileId: string,
  need: ShareRole,
  { lock = false } = {},
): Promise<SubtitleRow & { access: AccessLevel }> {
  const query = db
    .selectFrom('subtitle')
    .selectAll('subtitle')
    .select(accessLevelOf(accountId, 'subtitle').as('access'))
    .where('subtitle.id', '=', fileId)
  const row = await (lock ? query.forUpdate('subtitle') : query).executeTakeFirst()
  const { access } = checkAccess(row, need)
  if (!row) throw notFound()
  return { ...row, access }
}

/** The text of such a version as the database writes it, with the columns that a save answers. */
export async function accessibleText(db: Db, accountId: string, fileId: string, need: ShareRole) {
  const row = await db
    .selectFrom('subtitle')
    .select(['id', 'revision', 'size', 'cue_errors', 'role_state'])
    .select([sql<string>`cues::text`.as('cues'), accessLevelOf(accountId, 'subtitle').as('access')])
    .where('subtitle.id', '=', fileId)
    .executeTakeFirst()
  checkAccess(row, need)
  if (!row) throw notFound()
  return row
}

/** Owner, revision, size and the caller's access; leaves out the text, which may have a hundred thousand cues. */
export async function accessToVersion(
  db: Db,
  accountId: string,
  fileId: string,
  need: ShareRole,
): Promise<{ id: string; account_id: string; revision: number; size: number; access: AccessLevel }> {
  const row = await db
    .selectFrom('subtitle')
    .select(['subtitle.id', 'subtitle.account_id', 'subtitle.revision', 'subtitle.size'])
    .select(accessLevelOf(accountId, 'subtitle').as('access'))
    .where('subtitle.id', '=', fileId)
    .executeTakeFirst()
  const { access } = checkAccess(row, need)
  if (!row) throw notFound()
  return { ...row, access }
}

/** The access of a row that was read, else a Refusal; a row that is not shared counts as not found. */
export function checkAccess(row: { access: AccessLevel | null } | undefined, need: ShareRole): { access: AccessLevel } {
  if (!row?.access) throw notFound()
  if (!allowsRole(row.access, need)) throw new Refusal('not_permitted', 'shared_for_review')
  return { access: row.access }
}
