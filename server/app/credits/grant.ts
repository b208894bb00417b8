import { type CreditSource, spendable } from '#core/domain/credits.ts'
import type { Db, Tx } from '../../store/db.ts'
import { addEntry, addLot, openLedger, readLots, tellCredits } from './ledger.ts'

/** Spendable credits by origin. */
export interface Balance {
  total: number
  purchased: number
  gifted: number
}

export interface Grant {
  readonly source: CreditSource
  /** The reason, for people. */
  readonly reason: string
  /** Idempotency key: a second grant adds nothing and returns the first. */
  readonly idempotencyKey: string
  readonly amount: number
  /** How long the credits are valid; undefined for no end, or if `expiresAt` is given. */
  readonly days?: number | undefined
  readonly expiresAt?: Date
}

interface Granted {
  grantId: string
  amount: number
}

const DAY_MS = 86_400_000

/** Grants credits; returns the lot and the amount granted under this key. */
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

/** Spendable credits. Expired lots do not count, even before the ledger has their expiry entry. */
export async function balanceOf(db: Db, accountId: string, now = new Date()): Promise<Balance> {
  const open = spendable(await readLots(db, accountId), now)
  const total = open.reduce((sum, lot) => sum + lot.left, 0)
  const purchased = open.reduce((sum, lot) => (lot.source === 'purchase' ? sum + lot.left : sum), 0)
  return { total, purchased, gifted: total - purchased }
}
