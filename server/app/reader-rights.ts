import type { Db } from '../store/db.ts'
import { Refusal } from './refusal.ts'
import type { Sessions } from './sessions.ts'
import { accessLevelOf } from './shares/access-level.ts'

/** How long a checked right is kept. */
const MAX_AGE_MS = 60_000
const MAX_KEPT = 10_000

/** Whether the reader of a signed address may still read: the right ends with session, key, account or share. */
export class ReaderRights {
  private readonly db: Db
  private readonly sessions: Sessions
  private readonly kept = new Map<string, { isAllowed: boolean; readAt: number }>()

  constructor(db: Db, sessions: Sessions) {
    this.db = db
    this.sessions = sessions
  }

  /** `videoId` is the video that the file belongs to, which may be shared; empty where the reader's account owns the file. */
  async allows(reader: string, videoId: string): Promise<boolean> {
    const accountId = await this.accountOf(reader)
    if (accountId === undefined) return false
    return videoId === '' || this.keep(`${accountId} ${videoId}`, () => this.hasAccess(accountId, videoId))
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

  private async hasAccess(accountId: string, videoId: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('video')
      .select(accessLevelOf(accountId, 'video').as('access'))
      .where('id', '=', videoId)
      .executeTakeFirst()
    return row?.access != null
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
