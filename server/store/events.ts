import { sql } from 'kysely'
import type { LiveEvent } from '#core/contract/event.ts'
import type { Db, Store } from './db.ts'

const CHANNEL = 'cuelane_events'

/** Tells whatever API process has the person's stream open; part of the transaction when `db` is one. */
export async function publishEvent(db: Db, accountId: string, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ to: accountId, event })})`.execute(db)
}

/** Tells every open stream of every API process; part of the transaction when `db` is one. */
export async function publishToAll(db: Db, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ event })})`.execute(db)
}

type Listener = (event: LiveEvent) => void

/** Hands events of all processes to the streams of this one. */
export class EventHub {
  private readonly listeners = new Map<string, Set<Listener>>()
  private stopListening: (() => Promise<void>) | undefined

  async start(store: Store): Promise<void> {
    this.stopListening = await store.listen(CHANNEL, (payload) => {
      const { to, event } = JSON.parse(payload) as { to?: string; event: LiveEvent }
      const heard = to === undefined ? [...this.listeners.values()] : [this.listeners.get(to) ?? []]
      for (const listeners of heard) for (const listener of listeners) listener(event)
    })
  }

  subscribe(accountId: string, listener: Listener): () => void {
    const set = this.listeners.get(accountId) ?? new Set()
    this.listeners.set(accountId, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0) this.listeners.delete(accountId)
    }
  }

  async stop(): Promise<void> {
    await this.stopListening?.()
  }
}
