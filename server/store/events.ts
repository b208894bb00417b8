import { type Expression, sql } from 'kysely'
import type { LiveEvent } from '#core/contract/event.ts'
import type { Db, Store } from './db.ts'

const CHANNEL = 'cuelane_events'
/** By triggers, where one process owns the database: the id of the account whose rows changed. */
const CHANGE_CHANNEL = 'cuelane_changes'

/** Publishes an event to an account's open streams in every process; part of the transaction when `db` is one. */
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

/** A page's id of its choice; other accounts may use the same. */
export interface Page {
  readonly accountId: string
  readonly pageId: string | undefined
}

/** The same for the accounts of a query, except the page that caused it. */
export async function publishTo(db: Db, people: Selection, event: LiveEvent, except?: Page): Promise<void> {
  const facts = JSON.stringify({ event, ...(except?.pageId !== undefined && { except }) })
  await sql`
    select pg_notify(${CHANNEL}, (jsonb_build_object('to', person.id) || ${facts}::jsonb)::text)
    from (${people}) as person`.execute(db)
}

/** Publishes to every open stream of every API process; part of the transaction when `db` is one. */
export async function publishToAll(db: Db, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ event })})`.execute(db)
}

/** An ended session, or an account with changed facts. */
export type SessionChange = { kind: 'ended'; token_hash: string } | { kind: 'account'; account_id: string }

/** Notifies every API process to drop cached sessions; part of the transaction when `db` is one. */
export async function publishSessionChange(db: Db, session: SessionChange): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ session })})`.execute(db)
}

/** Undefined for a foreign message: every user of the database may notify. */
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

type EventMessage = { to?: string; except?: Page; event: LiveEvent }
type Message = EventMessage | { session: SessionChange }
type Listener = (event: LiveEvent) => void

/** A listener, and the page that it serves. */
interface Subscriber {
  readonly listener: Listener
  readonly pageId: string | undefined
}

/** Passes events of all processes to the streams of this one. */
export class EventHub {
  private readonly subscribers = new Map<string, Set<Subscriber>>()
  private readonly sessionListeners = new Set<(change: SessionChange) => void>()
  private readonly changeListeners = new Set<(accountId: string) => void>()
  private stopListening: (() => Promise<void>)[] = []
  /** Whether this process gets the change of an account's row before the writer's call returns. */
  private hasChangeTriggers = false

  get reportsChanges(): boolean {
    return this.hasChangeTriggers
  }

  async start(store: Store): Promise<void> {
    const stop = await store.listen(CHANNEL, (payload) => {
      const message = readMessage(payload)
      if (!message) return
      if ('session' in message) for (const listener of this.sessionListeners) listener(message.session)
      else this.hand(message)
    })
    this.stopListening.push(stop)
    if (store.kind !== 'embedded') return
    const stopChanges = await store.listen(CHANGE_CHANNEL, (accountId) => {
      for (const listener of this.changeListeners) listener(accountId)
    })
    this.stopListening.push(stopChanges)
    this.hasChangeTriggers = true
  }

  private hand({ to, except, event }: EventMessage): void {
    for (const { listener, pageId } of this.subscribersOf(to))
      if (!except || to !== except.accountId || pageId !== except.pageId) listener(event)
  }

  private subscribersOf(accountId: string | undefined): Subscriber[] {
    const subscribed =
      accountId === undefined ? [...this.subscribers.values()] : [this.subscribers.get(accountId) ?? []]
    return subscribed.flatMap((subscribers) => [...subscribers])
  }

  /** Subscribes to changes of sessions; the returned function ends it. */
  onSessionChange(listener: (change: SessionChange) => void): () => void {
    this.sessionListeners.add(listener)
    return () => this.sessionListeners.delete(listener)
  }

  /** Subscribes to changes of an account's files, versions or tasks; the returned function ends it. */
  onAccountChange(listener: (accountId: string) => void): () => void {
    this.changeListeners.add(listener)
    return () => this.changeListeners.delete(listener)
  }

  /** Subscribes to an account's events in the page of that id; the returned function ends it. */
  subscribe(accountId: string, listener: Listener, pageId?: string): () => void {
    const subscriber = { listener, pageId }
    const set = this.subscribers.get(accountId) ?? new Set()
    this.subscribers.set(accountId, set.add(subscriber))
    return () => {
      set.delete(subscriber)
      if (set.size === 0) this.subscribers.delete(accountId)
    }
  }

  async stop(): Promise<void> {
    this.hasChangeTriggers = false
    for (const stop of this.stopListening.splice(0)) await stop()
  }
}
