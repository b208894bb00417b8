import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { API_PERMISSION, type KeyScope, publicPart } from '#core/domain/api-keys.ts'
import type { Db } from '../../store/db.ts'
import { sha256 } from '../../store/id.ts'
import type { Account } from '../accounts.ts'
import { Refusal } from '../refusal.ts'

/** The caller of a key, and what the key permits. */
export interface KeyCaller {
  readonly account: Account
  readonly key: { readonly id: string; readonly scopes: readonly KeyScope[] }
}

/** The key exceeds its calls per minute. */
export class TooManyCalls extends Error {
  readonly statusCode = 429
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('too many calls by a key')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const unknownHash = sha256('')

/** The key's account. Counts the call with all others of its minute, in every process. */
export async function callerByKey(db: Db, secret: string): Promise<KeyCaller> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .select(['api_key.id as key_id', 'api_key.secret_hash', 'api_key.scopes', 'api_key.per_minute'])
    .where('api_key.key', '=', publicPart(secret) ?? '')
    .executeTakeFirst()
  const isRight = timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(row?.secret_hash ?? unknownHash))
  if (!row || !isRight) throw new Refusal('no_token', 'key_unknown')
  const { key_id, secret_hash: _, scopes, per_minute, ...account } = row
  if (account.blocked_at) throw new Refusal('not_permitted', 'account_blocked')
  if (account.delete_after) throw new Refusal('not_permitted', 'account_leaving')
  if (!account.auth_list.includes(API_PERMISSION)) throw new Refusal('not_permitted', 'api_contact')
  await countCall(db, key_id, per_minute)
  return { account, key: { id: key_id, scopes } }
}

async function countCall(db: Db, keyId: string, perMinute: number): Promise<void> {
  const { calls } = await db
    .insertInto('api_key_use')
    .values({ key_id: keyId, minute: sql`date_trunc('minute', now())`, calls: 1, used_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.column('key_id').doUpdateSet({
        calls: sql`case when api_key_use.minute = excluded.minute then api_key_use.calls + 1 else 1 end`,
        minute: sql`excluded.minute`,
        used_at: sql`excluded.used_at`,
      }),
    )
    .returning('calls')
    .executeTakeFirstOrThrow()
  if (calls > perMinute) throw new TooManyCalls(60 - new Date().getSeconds())
}
