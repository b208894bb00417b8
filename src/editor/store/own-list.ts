import * as z from 'zod/mini'
import { mergeOwnLists, type OwnItem, type OwnListKind, ownListLimits, sameOwnLists } from '#core/domain/own-list.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'
import { account } from '#src/api/session.ts'
import { stored } from '#src/ui/stored.ts'
import { delays } from '../model/options.ts'

const item = z.object({ id: z.string(), value: z.string() })
const synced = z.object({
  account: z.string(),
  isVisitor: z.boolean(),
  revision: z.number(),
  items: z.array(item),
})

/** A list in this browser. */
export interface LocalList {
  readonly items: () => readonly OwnItem[]
  /** Applies changes of other browsers. */
  readonly set: (items: readonly OwnItem[]) => void
  /** Calls the listener on local changes; returns a function that ends that. */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Synchronises a list with the signed-in account. This browser caches it, and changes of two browsers, also offline
 * ones, are merged by item.
 */
export class OwnList {
  private readonly kind: OwnListKind
  private readonly local: LocalList
  private readonly base
  private timer: ReturnType<typeof setTimeout> | undefined
  private working: Promise<void> = Promise.resolve()

  constructor(kind: OwnListKind, local: LocalList) {
    this.kind = kind
    this.local = local
    this.base = stored(`cuelane-synced-${kind}`, synced, undefined)
  }

  /** Starts following the account; returns a function that ends that. Without an account it does nothing. */
  start(): () => void {
    const { user, token } = account
    if (!user || token === '') return () => undefined
    const { user_id: id, is_vistor: isVisitor } = user
    const who = { id, isVisitor }
    const later = (ms: number): void => {
      clearTimeout(this.timer)
      this.timer = setTimeout(() => this.sync(who), ms)
    }
    const stops = [
      this.local.subscribe(() => later(delays.ownList)),
      onLiveEvents(
        (event) => {
          if (event.kind === 'own_list' && event.list === this.kind && event.revision > this.revisionOf(who)) later(0)
        },
        () => later(0),
      ),
    ]
    later(0)
    return () => {
      for (const stop of stops) stop()
      clearTimeout(this.timer)
    }
  }

  private revisionOf({ id }: { id: string }): number {
    const base = this.base.get()
    return base?.account === id ? base.revision : 0
  }

  private sync(who: { id: string; isVisitor: boolean }): void {
    this.working = this.working.then(() => this.joined(who)).catch(ofNoAnswer)
  }

  /** Another account's list in this browser is put aside with its unsent changes; a visitor's items are kept. */
  private changeTo(id: string): void {
    const base = this.base.get()
    if (base === undefined || base.account === id || base.isVisitor) return
    parkedList(this.kind, base.account).set({ base, items: [...this.local.items()] })
    const parked = parkedList(this.kind, id)
    const own = parked.get()
    if (own) this.base.set(own.base)
    else this.base.clear()
    this.local.set(own?.items ?? [])
    parked.clear()
  }

  /** Merges the account's list with the local one and stores the result in both. */
  private async joined({ id, isVisitor }: { id: string; isVisitor: boolean }): Promise<void> {
    let { revision, items: theirs } = await call('getOwnList', { kind: this.kind })
    this.changeTo(id)
    const base = this.base.get()
    const before = base?.account === id ? base.items : []
    for (;;) {
      const mine = this.local.items()
      const items = mergeOwnLists(before, mine, theirs).slice(-ownListLimits.most)
      if (!sameOwnLists(items, this.local.items())) this.local.set(items)
      const keep = (): void => this.base.set({ account: id, isVisitor, revision, items: [...items] })
      if (sameOwnLists(items, theirs)) return keep()
      const answer = await call('setOwnList', { kind: this.kind, revision, items })
      ;({ revision } = answer)
      if (answer.is_kept) return keep()
      theirs = answer.items
    }
  }
}

/** Parses an item; undefined if it is invalid or of a later version. */
export function readItem<T>(value: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const read = schema.safeParse(JSON.parse(value))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

const parkedList = (kind: OwnListKind, accountId: string) =>
  stored(`cuelane-parked-${kind}-${accountId}`, z.object({ base: synced, items: z.array(item) }), undefined)

/** Without an answer it is repeated at the next change or the next opening of the editor. */
function ofNoAnswer(error: unknown): void {
  if (!(error instanceof CallFailed)) throw error
}
