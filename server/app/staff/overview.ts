import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { VISITOR_TYPE } from '#core/domain/account.ts'
import { inboxes } from '#core/domain/staff.ts'
import { TaskState } from '#core/domain/task.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db } from '../../store/db.ts'
import { type Failure, failureMessage } from '../messages.ts'
import { listPage, totalColumn } from '../paging.ts'
import { overdueBefore } from './submissions.ts'

const DAY_MS = 86_400_000
const count = sql<number>`count(*)::int`
const MOST_PAGES = 50

export async function getDesk(db: Db): Promise<DataOf<'getDesk'>> {
  const now = new Date()
  const yesterday = new Date(now.getTime() - DAY_MS)
  const waiting = await db
    .selectFrom('submission')
    .select(['kind', count.as('waiting')])
    .select(
      sql<number>`count(*) filter (where kind = 'partner' and created_at < ${overdueBefore(now)})::int`.as('overdue'),
    )
    .where('status', '=', 'new')
    .groupBy('kind')
    .execute()
  const { failed, uploads, accounts, fresh, views, surveys } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('task')
        .select(count.as('n'))
        .where('state', '=', TaskState.failed)
        .where('updated_at', '>', yesterday)
        .as('failed'),
      eb.selectFrom('upload_error').select(count.as('n')).where('created_at', '>', yesterday).as('uploads'),
      eb.selectFrom('account').select(count.as('n')).where('customer_type', '!=', VISITOR_TYPE).as('accounts'),
      eb
        .selectFrom('account')
        .select(count.as('n'))
        .where('customer_type', '!=', VISITOR_TYPE)
        .where('created_at', '>', yesterday)
        .as('fresh'),
      eb.selectFrom('page_view').select(count.as('n')).where('created_at', '>', yesterday).as('views'),
      eb.selectFrom('submission').select(count.as('n')).where('kind', '=', 'survey').as('surveys'),
    ])
    .executeTakeFirstOrThrow()
  return {
    inboxes: inboxes.map((kind) => {
      const row = waiting.find((one) => one.kind === kind)
      return { kind, waiting: row?.waiting ?? 0, overdue: row?.overdue ?? 0 }
    }),
    failed_tasks: failed ?? 0,
    failed_uploads: uploads ?? 0,
    accounts: accounts ?? 0,
    new_accounts: fresh ?? 0,
    views: views ?? 0,
    surveys: surveys ?? 0,
  }
}

/** How often pages were viewed. All anonymous readers count as one a day. */
export async function getViews(db: Db, { days }: ParsedInputOf<'getViews'>): Promise<DataOf<'getViews'>> {
  const day = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`
  // The query string does not make another page.
  const path = sql<string>`split_part(path, '?', 1)`
  const people = sql<number>`count(distinct coalesce(account_id, ''))::int`
  const since = new Date(Date.now() - days * DAY_MS)
  const byDay = await db
    .selectFrom('page_view')
    .select([day.as('day'), count.as('views'), people.as('people')])
    .where('created_at', '>', since)
    .groupBy(day)
    .orderBy(day)
    .execute()
  const pages = await db
    .selectFrom('page_view')
    .select([path.as('path'), count.as('views'), people.as('people')])
    .where('created_at', '>', since)
    .groupBy(path)
    .orderBy('views', 'desc')
    .orderBy(path)
    .limit(MOST_PAGES)
    .execute()
  const counted = new Map(byDay.map((row) => [row.day, row]))
  const list = Array.from({ length: days }, (_, at) => new Date(Date.now() - (days - 1 - at) * DAY_MS))
  return {
    days: list.map((date) => {
      const name = date.toISOString().slice(0, 10)
      return counted.get(name) ?? { day: name, views: 0, people: 0 }
    }),
    pages,
  }
}

/** Uploads that failed in the browser. */
export async function listUploadErrors(
  db: Db,
  page: ParsedInputOf<'listUploadErrors'>,
): Promise<DataOf<'listUploadErrors'>> {
  const query = db
    .selectFrom('upload_error')
    .innerJoin('account', 'account.id', 'upload_error.account_id')
    .selectAll('upload_error')
    .select(['account.nickname as owner', totalColumn])
    .orderBy('upload_error.id', 'desc')
  return listPage(query, page, ({ id, account_id, owner, file_name, size, step, message, created_at }) => ({
    ...{ id, account_id, owner, file_name, size, step, message },
    created_at: created_at.toISOString(),
  }))
}

/** Failed tasks of all accounts. */
export async function listFailedTasks(
  db: Db,
  language: InterfaceLanguage,
  { task_type, days, ...page }: ParsedInputOf<'listFailedTasks'>,
): Promise<DataOf<'listFailedTasks'>> {
  const query = db
    .selectFrom('task')
    .innerJoin('account', 'account.id', 'task.account_id')
    .select(['task.id', 'task.name', 'task.type', 'task.account_id', 'task.fail_msg', 'task.attempts'])
    .select(['task.is_internal', 'task.updated_at', 'account.nickname', totalColumn])
    .where('state', '=', TaskState.failed)
    .where('task.updated_at', '>', new Date(Date.now() - days * DAY_MS))
    .$if(task_type !== '', (chosen) => chosen.where('task.type', '=', task_type))
    .orderBy('task.updated_at', 'desc')
    .orderBy('task.id')
  return listPage(query, page, (row) => ({
    task_id: row.id,
    task_name: row.name,
    task_type: row.type,
    account_id: row.account_id,
    owner: row.nickname,
    message: failureMessage(language, row.fail_msg),
    log_id: logIdOf(row.fail_msg),
    attempts: row.attempts,
    is_internal: row.is_internal,
    failed_at: row.updated_at.toISOString(),
  }))
}

/** Tasks of users, with their ledger entries. */
export async function findTasks(db: Db, { search, ...page }: ParsedInputOf<'findTasks'>): Promise<DataOf<'findTasks'>> {
  const wanted = `%${search.toLowerCase().replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
  const entriesOf = (kind: string) =>
    sql`from credit_entry where ref_type = 'task' and ref_id = task.id and kind = ${kind}`
  const query = db
    .selectFrom('task')
    .innerJoin('account', 'account.id', 'task.account_id')
    .select(['task.id', 'task.name', 'task.type', 'task.account_id', 'task.state', 'task.credits', 'task.created_at'])
    .select(['account.nickname', totalColumn])
    .select(sql<number>`(select coalesce(sum(amount), 0)::int ${entriesOf('refund')})`.as('refunded'))
    .select(sql<boolean>`exists (select 1 ${entriesOf('settle')})`.as('is_settled'))
    .where('task.is_internal', '=', false)
    .$if(search !== '', (chosen) =>
      chosen.where((eb) =>
        eb.or([
          eb('task.id', '=', search),
          eb('task.account_id', '=', search),
          eb(sql`lower(task.name)`, 'like', wanted),
          eb(sql`lower(account.nickname)`, 'like', wanted),
        ]),
      ),
    )
    .orderBy('task.created_at', 'desc')
    .orderBy('task.id')
  return listPage(query, page, (row) => ({
    task_id: row.id,
    task_name: row.name,
    task_type: row.type,
    account_id: row.account_id,
    owner: row.nickname,
    state: row.state,
    credits: row.credits,
    refunded: row.refunded,
    may_refund: row.is_settled && row.credits > 0 && row.refunded === 0,
    created_at: row.created_at.toISOString(),
  }))
}

function logIdOf(stored: string): string {
  if (stored === '') return ''
  const { params } = JSON.parse(stored) as Failure
  return typeof params?.['id'] === 'string' ? params['id'] : ''
}
