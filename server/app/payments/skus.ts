import { FREE_SKU } from '#core/domain/orders.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'

/** Under this key the free package is given: at the sign-up, or when somebody takes it. */
export function freeKey(accountId: string): string {
  return `sign-up ${accountId}`
}

/** Whether an account has had the free package. */
export async function isClaimed(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('credit_grant')
    .select('id')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', freeKey(accountId))
    .executeTakeFirst()
  return row !== undefined
}

/** The packages on offer; to nobody in particular the free one is open. */
export async function listSkus(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  accountId: string | undefined,
): Promise<DataOf<'listSkus'>> {
  const hasFree = accountId !== undefined && (await isClaimed(db, accountId))
  const rows = await db
    .selectFrom('sku')
    .selectAll()
    .where('is_offered', '=', true)
    .orderBy('position')
    .orderBy('currency', 'desc')
    .execute()
  return {
    list: rows.map(({ id, position: _position, is_offered: _isOffered, ...sku }) => ({
      sku_id: id,
      ...sku,
      is_claimed: id === FREE_SKU && hasFree,
    })),
    payment: payments === undefined ? 'none' : payments.name === 'test' ? 'test' : 'real',
  }
}
