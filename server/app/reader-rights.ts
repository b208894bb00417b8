import type { Db } from '../store/db.ts'
import { Refusal } from './refusal.ts'
import type { Sessions } from './sessions.ts'
import { reachOf } from './shares/reach.ts'

/** A right that was looked at counts for so long. */
const MAX_AGE_MS = 60_000
const MAX_KEPT = 10_000

/** Whether the reader of an address may still read: it ends with the session, the key, the account and the share. */
export class ReaderRights {
  private readonly db: Db
  private readonly sessions: Sessions
  private readonly kept = new Map<string, { isAllowed: boolean; readAt: number }>()

  constructor(db: Db, sessions: Sessions) {
    this.db = db
    this.sessions = sessions
  }

  /** `film` is the video that the file belongs to, which may be shared; empty where the reader's account owns the file. */
  async allows(reader: string, film: string): Promise<boolean> {
    const accountId = await this.accountOf(reader)
    if (accountId === undefined) return false
    return film === '' || this.keep(`${accountId} ${film}`, () => this.reaches(accountId, film))
  }

  private async accountOf(reader: string): Promise<string | undefined> {
    const id = reader.slice(1)
    return reader.startsWith('s') ? this.accountOfSession(id) : this.accountOfKey(id)
  }

  private async accountOfSession(tokenHash: string): Promise<string | undefined> {
    try {
      const { account } = await this.sessions.ofHash(tokenHash)
      return account.blocked_at ? undefined : account.id
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  private async accountOfKey(id: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('api_key')
      .innerJoin('account', 'account.id', 'api_key.account_id')
      .select('account.id')
      .where('api_key.id', '=', id)
      .where('account.blocked_at', 'is', null)
      .executeTakeFirst()
    return row?.id
  }

  private async reaches(accountId: string, film: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('video')
      .select(reachOf(accountId, 'video').as('reach'))
      .where('id', '=', film)
      .executeTakeFirst()
    return row?.reach != null
  }

  private async keep(question: string, ask: () => Promise<boolean>): Promise<boolean> {
    const there = this.kept.get(question)
    if (there && there.readAt > Date.now() - MAX_AGE_MS) return there.isAllowed
    const isAllowed = await ask()
    this.kept.delete(question)
    this.kept.set(question, { isAllowed, readAt: Date.now() })
    const [oldest] = this.kept.keys()
    if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest)
    return isAllowed
  }
}
