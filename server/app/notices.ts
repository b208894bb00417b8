import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { StaffNotice } from '#core/contract/notice.ts'
import type { Db } from '../store/db.ts'
import { newId } from '../store/id.ts'
import { noteAct } from './staff/audit.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Scope } from './scope.ts'

/** Most unread notices that are open at a time for a user. */
const MOST_NOTICES = 100

/** Current notices in the language of the request, newest first. */
export async function openNotices({ db, accountId, language }: Scope): Promise<DataOf<'listNotices'>> {
  const now = new Date()
  const rows = await db
    .selectFrom('notice')
    .leftJoin('notice_read', (join) =>
      join.onRef('notice_read.notice_id', '=', 'notice.id').on('notice_read.account_id', '=', accountId),
    )
    .selectAll('notice')
    .select('notice_read.account_id as reader')
    .where('start_time', '<=', now)
    .where('end_time', '>', now)
    .orderBy('start_time', 'desc')
    .orderBy('id')
    .limit(MOST_NOTICES)
    .execute()
  return {
    list: rows.map((row) => ({
      id: row.id,
      title_content: row[`title_${language}`],
      notice_content: row[`content_${language}`],
      start_time: row.start_time.toISOString(),
      end_time: row.end_time.toISOString(),
      read: row.reader !== null,
    })),
  }
}

/** Marks a notice as read; a second time changes nothing. */
export async function readNotice({ db, accountId }: Scope, noticeId: string): Promise<void> {
  const open = await db
    .selectFrom('notice')
    .select('id')
    .where('id', '=', noticeId)
    .where('start_time', '<=', new Date())
    .executeTakeFirst()
  if (!open) throw notFound()
  await db
    .insertInto('notice_read')
    .values({ account_id: accountId, notice_id: noticeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const written = (db: Db) =>
  db
    .selectFrom('notice')
    .leftJoin('account', 'account.id', 'notice.editor_id')
    .selectAll('notice')
    .select(sql<string>`coalesce(account.nickname, '')`.as('editor'))

type Written = Awaited<ReturnType<ReturnType<typeof written>['executeTakeFirstOrThrow']>>

function staffView({ start_time, end_time, updated_at, ...row }: Written): StaffNotice {
  return {
    ...row,
    start_time: start_time.toISOString(),
    end_time: end_time.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** All notices as staff see them. */
export async function allNotices(
  db: Db,
  { page, page_size }: ParsedInputOf<'listStaffNotices'>,
): Promise<DataOf<'listStaffNotices'>> {
  const { total } = await db
    .selectFrom('notice')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await written(db)
    .orderBy('start_time', 'desc')
    .orderBy('notice.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { list: rows.map(staffView), total, page, page_size }
}

/** Writes a notice, or changes the one of this id; refuses a stale change. */
export async function saveNotice(
  { db, accountId }: Scope,
  { id, revision, start_time, end_time, ...texts }: ParsedInputOf<'saveNotice'>,
): Promise<StaffNotice> {
  const values = { ...texts, start_time: new Date(start_time), end_time: new Date(end_time), editor_id: accountId }
  const saved = await db.transaction().execute(async (tx) => {
    const row =
      id === undefined
        ? await tx
            .insertInto('notice')
            .values({ id: newId(), ...values })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await changeNotice(tx, id, revision ?? 0, values)
    await noteAct(tx, { actorId: accountId, act: 'notice_saved', subject: ['notice', row.id] })
    return row
  })
  return staffView(await written(db).where('notice.id', '=', saved.id).executeTakeFirstOrThrow())
}

async function changeNotice(
  db: Db,
  id: string,
  revision: number,
  values: { start_time: Date; end_time: Date; editor_id: string },
): Promise<{ id: string }> {
  const changed = await db
    .updateTable('notice')
    .set({ ...values, revision: revision + 1, updated_at: new Date() })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  if (changed) return changed
  const there = await db.selectFrom('notice').select('id').where('id', '=', id).executeTakeFirst()
  throw there ? new Refusal('notice', 'changed_meanwhile') : notFound()
}

/** Deletes a notice; a missing one is no error. */
export async function deleteNotice({ db, accountId }: Scope, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('notice').where('id', '=', id).returning('title_en').executeTakeFirst()
    if (!gone) return
    const details = { title: gone.title_en }
    await noteAct(tx, { actorId: accountId, act: 'notice_deleted', subject: ['notice', id], details })
  })
}
