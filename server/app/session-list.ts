import type { DataOf } from '#core/contract/index.ts'
import type { Db } from '../store/db.ts'
import { publishSessionChange } from '../store/events.ts'
import { sha256 } from '../store/id.ts'

/** An account's live sessions, this token's first, then by last use. */
export async function listSessions(db: Db, accountId: string, token: string): Promise<DataOf<'listSessions'>> {
  const own = sha256(token)
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', new Date())
    .orderBy('used_at', 'desc')
    .limit(200)
    .execute()
  const list = rows.map(({ id, device, token_hash, created_at, used_at }) => ({
    id,
    device,
    is_current: token_hash === own,
    created_at: created_at.toISOString(),
    used_at: used_at.toISOString(),
  }))
  return { list: [...list.filter(({ is_current }) => is_current), ...list.filter(({ is_current }) => !is_current)] }
}

/** Ends the session of an id, or all but that of a token; returns the hashes of the ended tokens. */
export async function endSessions(
  db: Db,
  accountId: string,
  which: { id: string } | { except: string },
): Promise<string[]> {
  const all = db.deleteFrom('session').where('account_id', '=', accountId)
  const chosen = 'id' in which ? all.where('id', '=', which.id) : all.where('token_hash', '!=', sha256(which.except))
  return tell(db, await chosen.returning('token_hash').execute())
}

/** Ends every session of an account; returns the hashes of the ended tokens. */
export async function endAllSessions(db: Db, accountId: string): Promise<string[]> {
  return tell(db, await db.deleteFrom('session').where('account_id', '=', accountId).returning('token_hash').execute())
}

/** Notifies every process which sessions ended; returns the hashes of their tokens. */
async function tell(db: Db, ended: readonly { token_hash: string }[]): Promise<string[]> {
  for (const { token_hash } of ended) await publishSessionChange(db, { kind: 'ended', token_hash })
  return ended.map(({ token_hash }) => token_hash)
}
