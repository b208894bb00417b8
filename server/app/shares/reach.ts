import { type RawBuilder, sql } from 'kysely'
import { type Reach, reachesFor, type ShareRole } from '#core/domain/share.ts'
import type { Db } from '../../store/db.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { SubtitleRow } from '../subtitles/rows.ts'

/**
 * How far an account reaches into a film, for a query over `video` or `subtitle`: null where it is nobody's business of
 * theirs. Every read and write that guests may make asks this; all others ask for the owner.
 */
export function reachOf(accountId: string, table: 'video' | 'subtitle'): RawBuilder<Reach | null> {
  const film = table === 'video' ? sql.ref('video.id') : sql.ref('subtitle.video_id')
  const owner = sql.ref(`${table}.account_id`)
  return sql<Reach | null>`case when ${owner} = ${accountId} then 'own' else (
    select role from video_share
    where video_share.video_id = ${film} and video_share.guest_id = ${accountId} and video_share.account_id = ${owner}
  ) end`
}

/** Whether an account may change the text of a version: the same as a condition of the write itself. */
export function mayEdit(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`${reachOf(accountId, 'subtitle')} in ('own', 'edit')`
}

/** A version that is the caller's or shared with them for what they want; a Refusal where it is not. `lock` keeps it from others. */
export async function reachVersion(
  db: Db,
  accountId: string,
  fileId: string,
  need: ShareRole,
  { lock = false } = {},
): Promise<SubtitleRow & { reach: Reach }> {
  const query = db
    .selectFrom('subtitle')
    .selectAll('subtitle')
    .select(reachOf(accountId, 'subtitle').as('reach'))
    .where('subtitle.id', '=', fileId)
  const row = await (lock ? query.forUpdate('subtitle') : query).executeTakeFirst()
  const { reach } = checkReach(row, need)
  if (!row) throw notFound()
  return { ...row, reach }
}

/** The text of such a version as the database writes it, with what a save answers. */
export async function reachText(db: Db, accountId: string, fileId: string, need: ShareRole) {
  const row = await db
    .selectFrom('subtitle')
    .select(['id', 'revision', 'size', 'cue_errors', 'role_state'])
    .select([sql<string>`cues::text`.as('cues'), reachOf(accountId, 'subtitle').as('reach')])
    .where('subtitle.id', '=', fileId)
    .executeTakeFirst()
  checkReach(row, need)
  if (!row) throw notFound()
  return row
}

/** Whose version it is, its revision, and how far the caller reaches into it; the text of a hundred thousand lines is not read. */
export async function reachIntoVersion(
  db: Db,
  accountId: string,
  fileId: string,
  need: ShareRole,
): Promise<{ id: string; account_id: string; revision: number; size: number; reach: Reach }> {
  const row = await db
    .selectFrom('subtitle')
    .select(['subtitle.id', 'subtitle.account_id', 'subtitle.revision', 'subtitle.size'])
    .select(reachOf(accountId, 'subtitle').as('reach'))
    .where('subtitle.id', '=', fileId)
    .executeTakeFirst()
  const { reach } = checkReach(row, need)
  if (!row) throw notFound()
  return { ...row, reach }
}

/** The reach of a row that was read; a Refusal where it is not enough. What is not shared is not there. */
export function checkReach(row: { reach: Reach | null } | undefined, need: ShareRole): { reach: Reach } {
  if (!row?.reach) throw notFound()
  if (!reachesFor(row.reach, need)) throw new Refusal('not_permitted', 'shared_for_review')
  return { reach: row.reach }
}
