import { FREE_SKU } from '#core/domain/orders.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Db } from '../../store/db.ts'
import { freeKey } from '../credits/sign-up.ts'
import type { Deps } from '../deps.ts'

/** Whether an account has used the free package. */
export async function isClaimed(db: Db, accountId: string): Promise<boolean> {
  return (await claimOf(db, accountId).executeTakeFirst()) !== undefined
}

const claimOf = (db: Db, accountId: string) =>
  db
    .selectFrom('credit_grant')
    .select('id')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', freeKey(accountId))

/** The packages on offer; anonymous callers see the free one as available. */
export async function listSkus(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  accountId: string | undefined,
): Promise<DataOf<'listSkus'>> {
  const rows = await db
    .selectFrom('sku')
    .selectAll()
    .select((eb) =>
      accountId === undefined ? eb.lit(false).as('has_free') : eb.exists(claimOf(db, accountId)).as('has_free'),
    )
    .where('is_offered', '=', true)
    .orderBy('position')
    .orderBy('currency', 'desc')
    .execute()
  return {
    list: rows.map(({ id, position: _position, is_offered: _isOffered, has_free, ...sku }) => ({
      sku_id: id,
      ...sku,
      is_claimed: id === FREE_SKU && Boolean(has_free),
    })),
    payment: payments === undefined ? 'none' : payments.name === 'test' ? 'test' : 'real',
  }
}
