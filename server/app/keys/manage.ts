import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ApiKeyView } from '#core/contract/api-key.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { KEY_PREFIX, keyLimits } from '#core/domain/api-keys.ts'
import type { Db } from '../../store/db.ts'
import { newId, sha256 } from '../../store/id.ts'
import { notFound, Refusal } from '../refusal.ts'
import { own, type Scope } from '../scope.ts'
import { spentBy } from './spending.ts'

type Owner = Pick<Scope, 'db' | 'accountId'>

/** The keys of an account, newest first. */
export async function listApiKeys({ db, accountId }: Owner): Promise<DataOf<'listApiKeys'>> {
  return { list: await describe(db, accountId) }
}

async function describe(db: Db, accountId: string, id?: string): Promise<ApiKeyView[]> {
  const rows = await db
    .selectFrom('api_key')
    .leftJoin('api_key_use', 'api_key_use.key_id', 'api_key.id')
    .selectAll('api_key')
    .select('api_key_use.used_at')
    .where('account_id', '=', accountId)
    .$if(id !== undefined, (query) => query.where('api_key.id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('api_key.id')
    .execute()
  const spent = await spentBy(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    key: row.key,
    scopes: row.scopes,
    per_minute: row.per_minute,
    month_credits: row.month_credits,
    month_spent: spent.get(row.id) ?? 0,
    used_at: row.used_at?.toISOString() ?? '',
    created_at: row.created_at.toISOString(),
  }))
}

/** Creates a key. Its secret is random and long, so a plain hash is safe. */
export async function addApiKey(
  { db, accountId }: Owner,
  { scopes, ...input }: ParsedInputOf<'addApiKey'>,
): Promise<DataOf<'addApiKey'>> {
  const id = newId()
  const key = KEY_PREFIX + randomBytes(12).toString('base64url')
  const secret = `${key}.${randomBytes(32).toString('base64url')}`
  await db.transaction().execute(async (tx) => {
    // Of two concurrent requests the second is counted after the first.
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst()
    const { count } = await tx
      .selectFrom('api_key')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count >= keyLimits.keys) throw new Refusal('refused', 'too_many_keys', { n: keyLimits.keys })
    await tx
      .insertInto('api_key')
      .values({
        ...{ id, account_id: accountId, key, secret_hash: sha256(secret) },
        ...{ ...input, scopes: JSON.stringify([...new Set(scopes)]) },
      })
      .execute()
  })
  const [made] = await describe(db, accountId, id)
  if (!made) throw notFound()
  return { ...made, secret }
}

/** Changes a key's permissions. */
export async function editApiKey(
  { db, accountId }: Owner,
  { id, scopes, ...input }: ParsedInputOf<'editApiKey'>,
): Promise<ApiKeyView> {
  await own({ db, accountId }, 'api_key', id)
  const values = { ...input, scopes: JSON.stringify([...new Set(scopes)]) }
  await db.updateTable('api_key').set(values).where('id', '=', id).where('account_id', '=', accountId).execute()
  const [changed] = await describe(db, accountId, id)
  if (!changed) throw notFound()
  return changed
}

/** Deletes a key and the record of its spending; the credits stay spent. */
export async function deleteApiKey({ db, accountId }: Owner, id: string): Promise<void> {
  await own({ db, accountId }, 'api_key', id)
  await db.deleteFrom('api_key').where('id', '=', id).where('account_id', '=', accountId).execute()
}

/** Names of an account's keys, which a new password leaves valid. */
export async function keyNames(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api_key')
    .select('name')
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Deletes every key of an account. */
export async function revokeKeys(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('api_key').where('account_id', '=', accountId).execute()
}
