import { type CreditSource, spendable } from '#core/domain/credits.ts'
import type { Db, Tx } from '../../store/db.ts'
import { addEntry, addLot, openLedger, readLots, tellCredits } from './ledger.ts'

/** What the user can spend, by where it came from. */
export interface Balance {
  total: number
  purchased: number
  gifted: number
}

export interface Grant {
  readonly source: CreditSource
  /** Why, for people. */
  readonly reason: string
  /** A second grant with the same key gives nothing and answers with the first. */
  readonly idempotencyKey: string
  readonly amount: number
  /** How long the credits can be spent; undefined for no end, or where `expiresAt` says it. */
  readonly days?: number | undefined
  readonly expiresAt?: Date
}

interface Granted {
  grantId: string
  amount: number
}

const DAY_MS = 86_400_000

/** Gives an account credits; the answer says which lot they are, and how many were given under this key. */
export async function grantCredits(tx: Tx, accountId: string, grant: Grant, now = new Date()): Promise<Granted> {
  const ledger = await openLedger(tx, accountId, now)
  const { source, reason, idempotencyKey, amount, days } = grant
  const expiresAt = grant.expiresAt ?? (days === undefined ? undefined : new Date(now.getTime() + days * DAY_MS))
  const lotId = await addLot(ledger, { source, reason, idempotencyKey, expiresAt })
  if (lotId === undefined) return grantedBefore(tx, accountId, idempotencyKey)
  await addEntry(ledger, { lotId, kind: 'grant', amount, refType: 'grant', refId: lotId, note: reason })
  await tellCredits(ledger)
  return { grantId: lotId, amount }
}

async function grantedBefore(tx: Tx, accountId: string, idempotencyKey: string): Promise<Granted> {
  return tx
    .selectFrom('credit_grant')
    .innerJoin('credit_entry', 'credit_entry.grant_id', 'credit_grant.id')
    .select(['credit_grant.id as grantId', 'credit_entry.amount'])
    .where('credit_grant.account_id', '=', accountId)
    .where('credit_grant.idempotency_key', '=', idempotencyKey)
    .where('credit_entry.kind', '=', 'grant')
    .executeTakeFirstOrThrow()
}

/** What an account can spend now. What has ended counts no more, also before its expiry is written. */
export async function balanceOf(db: Db, accountId: string, now = new Date()): Promise<Balance> {
  const open = spendable(await readLots(db, accountId), now)
  const total = open.reduce((sum, lot) => sum + lot.left, 0)
  const purchased = open.reduce((sum, lot) => (lot.source === 'purchase' ? sum + lot.left : sum), 0)
  return { total, purchased, gifted: total - purchased }
}
