import * as z from 'zod/mini'
import { mergeOwnLists, type OwnItem, type OwnListKind, ownListLimits, sameOwnLists } from '#core/domain/own-list.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'
import { account } from '#src/api/session.ts'
import { stored } from '#src/ui/stored.ts'
import { delays } from './options.ts'

const item = z.object({ id: z.string(), value: z.string() })
const synced = z.object({
  account: z.string(),
  isVisitor: z.boolean(),
  revision: z.number(),
  items: z.array(item),
})

/** A list as this browser has it. */
export interface LocalList {
  readonly items: () => readonly OwnItem[]
  /** Takes over what other browsers made of it. */
  readonly set: (items: readonly OwnItem[]) => void
  /** Calls the listener when something here changes it; returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Keeps a list with the account that is signed in, so that it follows them: this browser is its cache, and what was
 * changed in two browsers, also without a network, is joined item by item.
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

  /** Begins to follow the account; returns what ends that. Nothing is done where nobody is signed in. */
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

  /**
   * What another account left in this browser is put aside for when it comes back, with what was never sent; what a visitor
   * made goes along.
   */
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

  /** Reads what the account has, joins it with what is here, and keeps the result in both. */
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

/** An item out of its JSON; undefined where it is none, or of a later version. */
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

/** Without an answer it is done at the next change, or when the editor is opened again. */
function ofNoAnswer(error: unknown): void {
  if (!(error instanceof CallFailed)) throw error
}
