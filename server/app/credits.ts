import { sql } from 'kysely'
import type { Db, Tx } from '../store/db.ts'
import { publishEvent } from '../store/events.ts'
import { newId } from '../store/id.ts'
import type { CreditEntryTable } from '../store/schema.ts'
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

export interface Grant {
  readonly source: 'gift' | 'purchase'
  /** Why, for people. */
  readonly reason: string
  /** A second grant with the same key gives nothing and answers with the first. */
  readonly idempotencyKey: string
  readonly amount: number
  /** How long the credits can be spent; undefined for no end. */
  readonly days: number | undefined
}

/** Gives an account credits; the answer says which lot they are, and how many were given under this key. */
export async function grantCredits(
  tx: Tx,
  accountId: string,
  grant: Grant,
): Promise<{ grantId: string; amount: number }> {
  const expires_at = grant.days === undefined ? null : new Date(Date.now() + grant.days * 86_400_000)
  const row = await tx
    .insertInto('credit_grant')
    .values({
      id: newId(),
      account_id: accountId,
      source: grant.source,
      reason: grant.reason,
      idempotency_key: grant.idempotencyKey,
      expires_at,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return grantedBefore(tx, accountId, grant.idempotencyKey)
  await addEntry(tx, { account_id: accountId, grant_id: row.id, kind: 'grant', amount: grant.amount }, 'grant', row.id)
  return { grantId: row.id, amount: grant.amount }
}

async function grantedBefore(
  tx: Tx,
  accountId: string,
  idempotencyKey: string,
): Promise<{ grantId: string; amount: number }> {
  return tx
    .selectFrom('credit_grant')
    .innerJoin('credit_entry', 'credit_entry.grant_id', 'credit_grant.id')
    .select(['credit_grant.id as grantId', 'credit_entry.amount'])
    .where('credit_grant.account_id', '=', accountId)
    .where('credit_grant.idempotency_key', '=', idempotencyKey)
    .where('credit_entry.kind', '=', 'grant')
    .executeTakeFirstOrThrow()
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

/** What an account can spend now, by where it came from. */
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
    const entry = { account_id: accountId, grant_id: lot.id, kind: 'hold' as const, amount: -taken }
    if (taken > 0) await addEntry(tx, entry, 'task', taskId)
    wanted -= taken
  }
  await publishEvent(tx, accountId, { kind: 'credits' })
}

/** Marks what a task held as spent. */
export async function settleCredits(tx: Tx, taskId: string): Promise<void> {
  for (const hold of await openHolds(tx, taskId))
    await addEntry(tx, { ...hold, kind: 'settle', amount: 0 }, 'task', taskId)
}

/** Gives what a task held back to the lots that it came from. */
export async function releaseCredits(tx: Tx, taskId: string): Promise<void> {
  const holds = await openHolds(tx, taskId)
  for (const hold of holds) await addEntry(tx, { ...hold, kind: 'release', amount: -hold.amount }, 'task', taskId)
  const [first] = holds
  if (first) await publishEvent(tx, first.account_id, { kind: 'credits' })
}

interface Entry {
  account_id: string
  grant_id: string
  kind: CreditEntryTable['kind']
  amount: number
}

/** What a task holds and neither spent nor got back. */
async function openHolds(tx: Tx, taskId: string): Promise<Entry[]> {
  const entries = await tx
    .selectFrom('credit_entry')
    .select(['account_id', 'grant_id', 'kind', 'amount'])
    .where('ref_type', '=', 'task')
    .where('ref_id', '=', taskId)
    .execute()
  if (entries.some((entry) => entry.kind === 'settle' || entry.kind === 'release')) return []
  return entries.filter((entry) => entry.kind === 'hold')
}

async function addEntry(tx: Tx, entry: Entry, refType: 'task' | 'grant', refId: string): Promise<void> {
  await tx
    .insertInto('credit_entry')
    .values({ ...entry, ref_type: refType, ref_id: refId })
    .execute()
}
