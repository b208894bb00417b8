import type { Db } from '../store/db.ts'
import type { EventHub, SessionChange } from '../store/events.ts'
import { sha256 } from '../store/id.ts'
import { logout, readSession, type Session } from './accounts.ts'
import { Refusal } from './refusal.ts'
import { endSessions } from './session-list.ts'

/** How long a session that was read counts without being read again: changes that the event channel lost last as long. */
const MAX_AGE_MS = 30_000
const MARK_EVERY_MS = 60_000
const MAX_KEPT = 10_000

/** Whose tokens these are. Sessions are kept in memory until they end or change, in whichever process that happens. */
export class Sessions {
  private readonly db: Db
  private readonly kept = new Map<string, { session: Session; readAt: number }>()
  /** Counts changes: what was read while one came in is not kept. */
  private changes = 0

  constructor(db: Db, hub: EventHub) {
    this.db = db
    hub.onSessionChange((change) => this.forget(change))
  }

  /** The session of a token; the Refusal of an expired token differs from that of an unknown or logged-out one. */
  async find(token: string): Promise<Session> {
    return this.ofHash(sha256(token))
  }

  /** The same by the hash of the token. */
  async ofHash(hash: string): Promise<Session> {
    const kept = this.kept.get(hash)
    const isFresh = kept !== undefined && kept.readAt > Date.now() - MAX_AGE_MS
    const session = isFresh ? kept.session : await this.read(hash)
    if (!session) throw new Refusal('no_token', 'no_token')
    if (session.expiresAt.getTime() < Date.now()) throw new Refusal('token_expired', 'token_expired')
    return session
  }

  /** Ends a token's session. It counts no more here when this resolves, in other processes as soon as they hear of it. */
  async end(token: string): Promise<void> {
    await logout(this.db, token)
    this.forget({ kind: 'ended', token_hash: sha256(token) })
  }

  /** Ends sessions of an account: the one of this id, or all but the one of `token`. */
  async endOf(accountId: string, which: { id: string } | { except: string }): Promise<void> {
    this.ended(await endSessions(this.db, accountId, which))
  }

  /** Forgets sessions that ended with what was done, in this process at once. */
  ended(tokenHashes: readonly string[]): void {
    for (const token_hash of tokenHashes) this.forget({ kind: 'ended', token_hash })
  }

  /** Forgets what was read of an account that was changed, in this process at once. */
  changed(accountId: string): void {
    this.forget({ kind: 'account', account_id: accountId })
  }

  private async read(hash: string): Promise<Session | undefined> {
    const { changes } = this
    const session = await readSession(this.db, hash)
    if (session) await this.markUsed(session)
    this.kept.delete(hash)
    if (session && changes === this.changes) this.kept.set(hash, { session, readAt: Date.now() })
    const [oldest] = this.kept.keys()
    if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest)
    return session
  }

  /** Once a minute at most: people see when their sessions were last used. */
  private async markUsed({ tokenHash, usedAt }: Session): Promise<void> {
    const now = new Date()
    if (now.getTime() - usedAt.getTime() < MARK_EVERY_MS) return
    await this.db.updateTable('session').set({ used_at: now }).where('token_hash', '=', tokenHash).execute()
  }

  private forget(change: SessionChange): void {
    this.changes++
    if (change.kind === 'ended') this.kept.delete(change.token_hash)
    else
      for (const [hash, { session }] of this.kept) if (session.account.id === change.account_id) this.kept.delete(hash)
  }
}
