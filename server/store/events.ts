import { type Expression, sql } from 'kysely'
import type { LiveEvent } from '#core/contract/event.ts'
import type { Db, Store } from './db.ts'

const CHANNEL = 'cuelane_events'
/** By triggers, where one process has the database to itself: the id of the account whose rows changed. */
const CHANGE_CHANNEL = 'cuelane_changes'

/** Tells whatever API process has the person's stream open; part of the transaction when `db` is one. */
export async function publishEvent(db: Db, accountId: string, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ to: accountId, event })})`.execute(db)
}

type Selection = Expression<{ id: string }>

/** The same for many events at once. */
export async function publishEvents(db: Db, accountId: string, events: readonly LiveEvent[]): Promise<void> {
  if (events.length === 0) return
  const payloads = events.map((event) => JSON.stringify({ to: accountId, event }))
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(db)
}

/** The same for everybody whom a query gives the ids of. */
export async function publishTo(db: Db, people: Selection, event: LiveEvent): Promise<void> {
  await sql`
    select pg_notify(${CHANNEL}, json_build_object('to', person.id, 'event', ${JSON.stringify(event)}::json)::text)
    from (${people}) as person`.execute(db)
}

/** Tells every open stream of every API process; part of the transaction when `db` is one. */
export async function publishToAll(db: Db, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ event })})`.execute(db)
}

/** A session that is over, or an account whose facts are not those that were read before. */
export type SessionChange = { kind: 'ended'; token_hash: string } | { kind: 'account'; account_id: string }

/** Tells every API process of a change to what it may keep of sessions; part of the transaction when `db` is one. */
export async function publishSessionChange(db: Db, session: SessionChange): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ session })})`.execute(db)
}

/** Undefined for what is none of ours: anybody who may use the database may notify. */
function readMessage(payload: string): Message | undefined {
  try {
    const message = JSON.parse(payload) as Message | null
    return typeof message === 'object' && message !== null && ('session' in message || 'event' in message)
      ? message
      : undefined
  } catch {
    return undefined
  }
}

type Message = { to?: string; event: LiveEvent } | { session: SessionChange }
type Listener = (event: LiveEvent) => void

/** Hands events of all processes to the streams of this one. */
export class EventHub {
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly sessionListeners = new Set<(change: SessionChange) => void>()
  private readonly changeListeners = new Set<(accountId: string) => void>()
  private stopListening: (() => Promise<void>)[] = []
  /** Whether changes to rows of accounts are told here before whoever made them hears that they are made. */
  private isTold = false

  get tellsChanges(): boolean {
    return this.isTold
  }

  async start(store: Store): Promise<void> {
    const stop = await store.listen(CHANNEL, (payload) => {
      const message = readMessage(payload)
      if (!message) return
      if ('session' in message) for (const listener of this.sessionListeners) listener(message.session)
      else for (const listener of this.listenersOf(message.to)) listener(message.event)
    })
    this.stopListening.push(stop)
    if (store.kind !== 'embedded') return
    const stopChanges = await store.listen(CHANGE_CHANNEL, (accountId) => {
      for (const listener of this.changeListeners) listener(accountId)
    })
    this.stopListening.push(stopChanges)
    this.isTold = true
  }

  private listenersOf(accountId: string | undefined): Listener[] {
    const heard = accountId === undefined ? [...this.listeners.values()] : [this.listeners.get(accountId) ?? []]
    return heard.flatMap((listeners) => [...listeners])
  }

  /** Hears of every change to sessions until the returned function is called. */
  onSessionChange(listener: (change: SessionChange) => void): () => void {
    this.sessionListeners.add(listener)
    return () => this.sessionListeners.delete(listener)
  }

  /** Hears of every account whose files, versions or tasks changed until the returned function is called. */
  onAccountChange(listener: (accountId: string) => void): () => void {
    this.changeListeners.add(listener)
    return () => this.changeListeners.delete(listener)
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
    this.isTold = false
    for (const stop of this.stopListening.splice(0)) await stop()
  }
}
