import { type Selectable, sql } from 'kysely'
import type { StaffAccount } from '#core/contract/staff.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { VISITOR_TYPE } from '#core/domain/account.ts'
import { API_PERMISSION } from '#core/domain/api-keys.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishSessionChange } from '../../store/events.ts'
import type { AccountTable } from '../../store/tables/accounts.ts'
import { takeAway } from '../credits/adjust.ts'
import { balanceOf, grantCredits } from '../credits/grant.ts'
import { refundTask } from '../credits/spend.ts'
import { listPage, totalColumn } from '../paging.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import { endSessions } from '../session-list.ts'
import { noteAct } from './audit.ts'

type Actor = Pick<Scope, 'db' | 'accountId'>

const withFacts = (db: Db) =>
  db
    .selectFrom('account')
    .selectAll('account')
    .select((eb) => [
      eb
        .selectFrom('task')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('task.account_id', '=', 'account.id')
        .where('is_internal', '=', false)
        .as('tasks'),
      eb
        .selectFrom('session')
        .select((max) => max.fn.max('used_at').as('used'))
        .whereRef('session.account_id', '=', 'account.id')
        .as('used_at'),
    ])

type Row = Selectable<AccountTable> & { tasks: number | null; used_at: Date | null }

async function describe(db: Db, row: Row): Promise<StaffAccount> {
  return {
    account_id: row.id,
    name: row.name ?? '',
    nickname: row.nickname,
    email: row.email ?? '',
    company: row.company,
    is_visitor: row.customer_type === VISITOR_TYPE,
    is_staff: row.is_staff,
    is_blocked: row.blocked_at !== null,
    may_have_keys: row.auth_list.includes(API_PERMISSION),
    credits: (await balanceOf(db, row.id)).total,
    tasks: row.tasks ?? 0,
    used_at: row.used_at?.toISOString() ?? '',
    created_at: row.created_at.toISOString(),
    delete_after: row.delete_after?.toISOString() ?? '',
  }
}

async function oneAccount(db: Db, id: string): Promise<StaffAccount> {
  const row = await withFacts(db).where('account.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return describe(db, row)
}

/** Accounts that match a text, newest first. */
export async function listAccounts(
  db: Db,
  { search, visitors, ...page }: ParsedInputOf<'listAccounts'>,
): Promise<DataOf<'listAccounts'>> {
  const text = sql`lower(concat_ws(' ', account.id, account.name, account.nickname, account.email, account.company, account.ckey))`
  const query = withFacts(db)
    .select(totalColumn)
    .$if(visitors === '0', (chosen) => chosen.where('customer_type', '!=', VISITOR_TYPE))
    .$if(search !== '', (chosen) => chosen.where(sql<boolean>`position(lower(${search}) in ${text}) > 0`))
    .orderBy('account.created_at', 'desc')
    .orderBy('account.id')
  const listed = await listPage(query, page, (row) => row)
  const list = []
  for (const row of listed.list) list.push(await describe(db, row))
  return { ...listed, list }
}

/** Locks an account; a Refusal if there is none. */
async function lockAccount(tx: Tx, id: string): Promise<Selectable<AccountTable>> {
  const row = await tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Gives credits and records the act, once per key. */
export async function giveCredits(
  { db, accountId: actorId }: Actor,
  { account_id, amount, days, reason, idempotency_key }: ParsedInputOf<'grantCredits'>,
): Promise<StaffAccount> {
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, account_id)
    if (account.customer_type === VISITOR_TYPE) throw new Refusal('refused', 'visitor_no_credits')
    const idempotencyKey = `staff ${idempotency_key}`
    const before = await tx
      .selectFrom('credit_grant')
      .select('id')
      .where('account_id', '=', account_id)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
    if (before) return
    await grantCredits(tx, account_id, { source: 'staff', reason, idempotencyKey, amount, days })
    const details = { amount, days }
    await noteAct(tx, { actorId, act: 'credits_granted', subject: ['account', account_id], reason, details })
  })
  return oneAccount(db, account_id)
}

/** Takes credits given by mistake and records the act, once per key. */
export async function takeCredits(
  { db, accountId: actorId }: Actor,
  { account_id, amount, reason, idempotency_key }: ParsedInputOf<'takeCredits'>,
): Promise<StaffAccount> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, account_id)
    const isNew = await takeAway(tx, account_id, { amount, reason, idempotencyKey: `staff ${idempotency_key}` })
    if (!isNew) return
    await noteAct(tx, { actorId, act: 'credits_taken', subject: ['account', account_id], reason, details: { amount } })
  })
  return oneAccount(db, account_id)
}

/** Refunds a task's cost; a second time there is nothing left to refund. */
export async function giveBack(
  { db, accountId: actorId }: Actor,
  { task_id, reason }: ParsedInputOf<'refundTask'>,
): Promise<DataOf<'refundTask'>> {
  return db.transaction().execute(async (tx) => {
    const task = await tx.selectFrom('task').select('account_id').where('id', '=', task_id).executeTakeFirst()
    if (!task) throw notFound()
    const credits = await refundTask(tx, task_id, reason)
    if (credits === 0) throw new Refusal('notice', 'nothing_to_refund')
    const details = { credits, account_id: task.account_id }
    await noteAct(tx, { actorId, act: 'task_refunded', subject: ['task', task_id], reason, details })
    return { credits }
  })
}

/** Blocks or unblocks an account; returns the hashes of the ended tokens. */
export async function setBlocked(
  { db, accountId: actorId }: Actor,
  { account_id, is_blocked, reason }: ParsedInputOf<'setBlocked'>,
): Promise<{ account: StaffAccount; ended: string[] }> {
  if (account_id === actorId) throw new Refusal('refused', 'not_yourself')
  const ended = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, account_id)
    const blocked_at = is_blocked ? new Date() : null
    await tx.updateTable('account').set({ blocked_at }).where('id', '=', account_id).execute()
    await publishSessionChange(tx, { kind: 'account', account_id })
    const act = is_blocked ? 'account_blocked' : 'account_unblocked'
    await noteAct(tx, { actorId, act, subject: ['account', account_id], reason })
    return is_blocked ? endSessions(tx, account_id, { except: '' }) : []
  })
  return { account: await oneAccount(db, account_id), ended }
}

/** Ends all sessions of an account; gives the hashes of their tokens. */
export async function signOutAccount(
  { db, accountId: actorId }: Actor,
  { account_id, reason }: ParsedInputOf<'signOutAccount'>,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, account_id)
    const ended = await endSessions(tx, account_id, { except: '' })
    const details = { sessions: ended.length }
    await noteAct(tx, { actorId, act: 'account_signed_out', subject: ['account', account_id], reason, details })
    return ended
  })
}

/** Allows an account API keys, or no longer. */
export async function setMayHaveKeys(
  { db, accountId: actorId }: Actor,
  { account_id, may_have_keys, reason }: ParsedInputOf<'setMayHaveKeys'>,
): Promise<StaffAccount> {
  await db.transaction().execute(async (tx) => {
    const { auth_list } = await lockAccount(tx, account_id)
    const others = auth_list.filter((permission) => permission !== API_PERMISSION)
    const next = JSON.stringify(may_have_keys ? [...others, API_PERMISSION] : others)
    await tx.updateTable('account').set({ auth_list: next }).where('id', '=', account_id).execute()
    await publishSessionChange(tx, { kind: 'account', account_id })
    const act = may_have_keys ? 'keys_allowed' : 'keys_withdrawn'
    await noteAct(tx, { actorId, act, subject: ['account', account_id], reason })
  })
  return oneAccount(db, account_id)
}
