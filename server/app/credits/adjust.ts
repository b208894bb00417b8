import type { Tx } from '../../store/db.ts'
import { sha256 } from '../../store/id.ts'
import { openLedger } from './ledger.ts'
import { take } from './spend.ts'

export interface Adjustment {
  /** How many credits are taken. */
  readonly amount: number
  /** The reason, for people. */
  readonly reason: string
  /** Idempotency key. */
  readonly idempotencyKey: string
}

/** Takes credits that were given by mistake, at most what is left. False if the key has been used. */
export async function takeAway(
  tx: Tx,
  accountId: string,
  { amount, reason, idempotencyKey }: Adjustment,
  now = new Date(),
): Promise<boolean> {
  const ledger = await openLedger(tx, accountId, now)
  const refId = sha256(`${accountId} ${idempotencyKey}`)
  const before = await tx
    .selectFrom('credit_entry')
    .select('id')
    .where('ref_type', '=', 'adjust')
    .where('ref_id', '=', refId)
    .limit(1)
    .executeTakeFirst()
  if (before) return false
  await take(ledger, 'adjust', amount, { refType: 'adjust', refId, note: reason })
  return true
}
