import type { Db } from '../store/db.ts'
import type { EventHub, SessionChange } from '../store/events.ts'
import { sha256 } from '../store/id.ts'
import { logout, readSession, type Session } from './accounts.ts'
import { Refusal } from './refusal.ts'
import { endSessions } from './session-list.ts'

/** How long a cached session is valid; also the longest effect of a lost event. */
const MAX_AGE_MS = 30_000
const MARK_EVERY_MS = 60_000
const MAX_KEPT = 10_000

/** Sessions by token. They are cached until they end or change, in whichever process. */
export class Sessions {
  private readonly db: Db
  private readonly kept = new Map<string, { session: Session; readAt: number }>()
  /** Counts changes: a session read during a change is not cached. */
  private changes = 0

  constructor(db: Db, hub: EventHub) {
    this.db = db
    hub.onSessionChange((change) => this.forget(change))
  }

  /** The session of a token; an expired token gets another Refusal than an unknown or logged-out one. */
  async find(token: string): Promise<Session> {
    return this.ofHash(sha256(token))
  }

  /** The same by the token's hash. */
  async ofHash(hash: string): Promise<Session> {
    const kept = this.kept.get(hash)
    const isFresh = kept !== undefined && kept.readAt > Date.now() - MAX_AGE_MS
    const session = isFresh ? kept.session : await this.read(hash)
    if (!session) throw new Refusal('no_token', 'no_token')
    if (session.expiresAt.getTime() < Date.now()) throw new Refusal('token_expired', 'token_expired')
    return session
  }

  /** Ends a token's session: here when this resolves, in other processes when the event arrives. */
  async end(token: string): Promise<void> {
    await logout(this.db, token)
    this.forget({ kind: 'ended', token_hash: sha256(token) })
  }

  /** Ends sessions of an account: the one of this id, or all but that of `token`. */
  async endOf(accountId: string, which: { id: string } | { except: string }): Promise<void> {
    this.ended(await endSessions(this.db, accountId, which))
  }

  /** Drops sessions that the caller ended, in this process at once. */
  ended(tokenHashes: readonly string[]): void {
    for (const token_hash of tokenHashes) this.forget({ kind: 'ended', token_hash })
  }

  /** Drops the cached data of a changed account, in this process at once. */
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

  /** At most once a minute: the session list shows the time of last use. */
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
