import { sql } from 'kysely'
import { GB } from '#core/domain/limits.ts'
import { VISITOR_TYPE } from '#core/domain/account.ts'
import type { Db, Tx } from '../store/db.ts'
import { Refusal } from './refusal.ts'

/** Limits on rows of each kind, for callers without an account and for accounts: far above normal use. */
const most = {
  folder: { visitor: 200, account: 5000, words: 'too_many_folders' },
  subtitle: { visitor: 2000, account: 100_000, words: 'too_many_versions' },
} as const

/**
 * Serialises counting of an account's rows until the transaction ends, so that concurrent requests stay within the limit.
 */
export async function countAlone(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Throws a Refusal if an account has as many rows as it may. */
export async function refuseMore(db: Db, accountId: string, table: keyof typeof most): Promise<void> {
  const limit = most[table]
  const n = limit[await kindOf(db, accountId)]
  const { rows } = await sql<{ is_full: boolean }>`
    select count(*) >= ${n} as is_full from (
      select 1 from ${sql.table(table)} where account_id = ${accountId} limit ${n}
    ) as had`.execute(db)
  if (rows[0]?.is_full === true) throw new Refusal('refused', limit.words, { n })
}

/** Pairs of an account's translation memories: an agency has some hundred thousand. */
const mostPairs = { visitor: 20_000, account: 2_000_000 } as const

/** How many pairs of translations an account may have. */
export async function mostPairsOf(db: Db, accountId: string): Promise<number> {
  return mostPairs[await kindOf(db, accountId)]
}

/** Throws a Refusal if an account has as many pairs of translations as it may. */
export async function refuseMorePairs(db: Db, accountId: string): Promise<void> {
  const n = await mostPairsOf(db, accountId)
  const { kept } = await db
    .selectFrom('memory')
    .select(sql<number>`coalesce(sum(pairs), 0)::float8`.as('kept'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (kept >= n) throw new Refusal('refused', 'memory_full', { n })
}

/** Throws a Refusal if these bytes exceed an account's space; 0 GB = no limit. */
export async function refuseBytes(db: Db, accountId: string, gigabytes: number, bytes: number): Promise<void> {
  if (bytes > (await bytesLeft(db, accountId, gigabytes)))
    throw new Refusal('refused', 'storage_used_up', { n: gigabytes })
}

/** Bytes of videos that an account may still add, never negative; 0 GB = no limit. */
export async function bytesLeft(db: Db, accountId: string, gigabytes: number): Promise<number> {
  if (gigabytes === 0) return Infinity
  const { kept } = await db
    .selectFrom('video')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('kept'))
    .where('account_id', '=', accountId)
    // Samples share one file.
    .where('sample_id', 'is', null)
    .executeTakeFirstOrThrow()
  return gigabytes * GB - kept
}

async function kindOf(db: Db, accountId: string): Promise<'visitor' | 'account'> {
  const { customer_type } = await db
    .selectFrom('account')
    .select('customer_type')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return customer_type === VISITOR_TYPE ? 'visitor' : 'account'
}
