import { CUSTOMER_TYPE } from '#core/domain/account.ts'
import { MONTHLY_GIFT_CREDITS } from '#core/domain/credits.ts'
import { endOfMonth, monthIn, startOfMonth } from '#core/domain/time-zone.ts'
import type { Db } from '../../store/db.ts'
import { grantCredits } from './grant.ts'
import { openLedger, tellCredits } from './ledger.ts'

/** Accounts with expired credits that have no expiry entry yet. */
export async function accountsWithEnded(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  const rows = await db
    .selectFrom('credit_grant')
    .innerJoin('credit_entry', 'credit_entry.grant_id', 'credit_grant.id')
    .select('credit_grant.account_id as id')
    .where('expires_at', '<=', now)
    .groupBy(['credit_grant.id', 'credit_grant.account_id'])
    .having((eb) => eb.fn.sum<number>('credit_entry.amount'), '>', 0)
    .limit(limit)
    .execute()
  return [...new Set(rows.map(({ id }) => id))].map((id) => ({ id }))
}

/** Writes an account's expired credits into its ledger. */
export async function writeOff(db: Db, accountId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => tellCredits(await openLedger(tx, accountId, now)))
}

interface InZone {
  readonly id: string
  readonly timeZone: string
}

/** Customers without the gift of the current month of their time zone; the month of sign-up has none. */
export async function accountsWithoutGift(db: Db, now: Date, limit: number): Promise<InZone[]> {
  const zones = await db
    .selectFrom('account')
    .select('time_zone')
    .distinct()
    .where('customer_type', '=', CUSTOMER_TYPE)
    .execute()
  const found: InZone[] = []
  for (const { time_zone: timeZone } of zones) {
    if (found.length < limit) found.push(...(await withoutGiftIn(db, timeZone, now, limit - found.length)))
  }
  return found
}

async function withoutGiftIn(db: Db, timeZone: string, now: Date, limit: number): Promise<InZone[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('customer_type', '=', CUSTOMER_TYPE)
    .where('time_zone', '=', timeZone)
    // A blocked or deleted account gets none; an unblocked one gets the current month's.
    .where('blocked_at', 'is', null)
    .where('created_at', '<', startOfMonth(now, timeZone))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('credit_grant')
            .select('credit_grant.id')
            .whereRef('credit_grant.account_id', '=', 'account.id')
            .where('idempotency_key', '=', giftKey(now, timeZone)),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => ({ id, timeZone }))
}

/** By calendar month: a change of the time zone gives no month twice. */
function giftKey(now: Date, timeZone: string): string {
  return `gift ${monthIn(now, timeZone)}`
}

/** Gives an account the gift of the month, valid until the month ends in the user's time zone. */
export async function giveMonthlyGift(db: Db, { id, timeZone }: InZone, now: Date): Promise<void> {
  const gift = {
    source: 'gift',
    reason: 'monthly_gift',
    idempotencyKey: giftKey(now, timeZone),
    amount: MONTHLY_GIFT_CREDITS,
    expiresAt: endOfMonth(now, timeZone),
  } as const
  await db.transaction().execute((tx) => grantCredits(tx, id, gift, now))
}
