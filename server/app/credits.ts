import { sql } from 'kysely'
import type { Db, Tx } from '../store/db.ts'
import { publishEvent } from '../store/events.ts'
import { newId } from '../store/id.ts'
import { Refusal } from './refusal.ts'

/**
 * Credits are a ledger that only grows. A grant is a lot with an end date; a hold takes from the lots that end first, a
 * release gives back to the lots it came from, a settlement only marks. What is left is the sum of the entries.
 */
export interface Balance {
  total: number
  purchased: number
  gifted: number
}

export async function grantCredits(
  tx: Tx,
  accountId: string,
  grant: { source: 'gift' | 'purchase'; reason: string; amount: number; days: number | undefined },
): Promise<void> {
  const expires_at = grant.days === undefined ? null : new Date(Date.now() + grant.days * 86_400_000)
  const row = await tx
    .insertInto('credit_grant')
    .values({ id: newId(), account_id: accountId, source: grant.source, reason: grant.reason, expires_at })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return
  await tx
    .insertInto('credit_entry')
    .values({ account_id: accountId, grant_id: row.id, kind: 'grant', amount: grant.amount, task_id: null })
    .execute()
}

async function lots(db: Db, accountId: string): Promise<{ id: string; source: string; left: number }[]> {
  return db
    .selectFrom('credit_grant')
    .innerJoin('credit_entry', 'credit_entry.grant_id', 'credit_grant.id')
    .select(['credit_grant.id', 'credit_grant.source'])
    .select(sql<number>`sum(credit_entry.amount)::int`.as('left'))
    .where('credit_grant.account_id', '=', accountId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .groupBy(['credit_grant.id', 'credit_grant.source', 'credit_grant.expires_at', 'credit_grant.created_at'])
    .orderBy(sql`credit_grant.expires_at nulls last`)
    .orderBy('credit_grant.created_at')
    .execute()
}

export async function balanceOf(db: Db, accountId: string): Promise<Balance> {
  const open = await lots(db, accountId)
  const sum = (source?: string): number =>
    open.filter((lot) => !source || lot.source === source).reduce((total, lot) => total + lot.left, 0)
  return { total: sum(), purchased: sum('purchase'), gifted: sum('gift') }
}

/** Reserves credits for a task; refuses when there are too few. The account's row is the lock between two runs. */
export async function holdCredits(tx: Tx, accountId: string, taskId: string, amount: number): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
  const open = await lots(tx, accountId)
  const total = open.reduce((sum, lot) => sum + lot.left, 0)
  if (total < amount) throw new Refusal('refused', 'insufficient_credits', { needed: amount, left: total })
  let wanted = amount
  for (const lot of open) {
    const taken = Math.min(lot.left, wanted)
    if (taken > 0) await addEntry(tx, accountId, lot.id, 'hold', -taken, taskId)
    wanted -= taken
  }
  await publishEvent(tx, accountId, { kind: 'credits' })
}

export async function settleCredits(tx: Tx, taskId: string): Promise<void> {
  for (const hold of await openHolds(tx, taskId))
    await addEntry(tx, hold.account_id, hold.grant_id, 'settle', 0, taskId)
}

export async function releaseCredits(tx: Tx, taskId: string): Promise<void> {
  const holds = await openHolds(tx, taskId)
  for (const hold of holds) await addEntry(tx, hold.account_id, hold.grant_id, 'release', -hold.amount, taskId)
  if (holds[0]) await publishEvent(tx, holds[0].account_id, { kind: 'credits' })
}

async function openHolds(tx: Tx, taskId: string): Promise<{ account_id: string; grant_id: string; amount: number }[]> {
  const entries = await tx.selectFrom('credit_entry').selectAll().where('task_id', '=', taskId).execute()
  if (entries.some((entry) => entry.kind === 'settle' || entry.kind === 'release')) return []
  return entries.filter((entry) => entry.kind === 'hold')
}

async function addEntry(
  tx: Tx,
  account_id: string,
  grant_id: string,
  kind: 'hold' | 'settle' | 'release',
  amount: number,
  task_id: string,
): Promise<void> {
  await tx.insertInto('credit_entry').values({ account_id, grant_id, kind, amount, task_id }).execute()
}
