import { mergeVersions, withConflicts } from '#core/subtitle/cue/merge.ts'
import { randomId } from '#src/api/random-id.ts'
import { whenIdle } from '#src/ui/when-idle.ts'
import type { EditorSession } from '../../model/session.ts'
import { delays } from '../../model/options.ts'
import { type LogDatabase, openLogs, putEntries, rangeOf, tailKey } from './database.ts'
import {
  draftOn,
  type Folded,
  isOwn,
  type LogEntry,
  type LogEvent,
  type LogNote,
  ownPatch,
  snapshotOf,
} from '../../model/log.ts'
import { forgetTabs, holdTab, inTurn, readLogs, removeOldLogs, type TabLog } from './recover.ts'

/** Larger edits go directly to the database: local storage is small, and serialising them is slow. */
const MAX_CHANGES = 50
/** This many entries are written without waiting for a pause. */
const MAX_WAITING = 32
/** Limit of entries in local storage, which others use too, while the database takes none. */
const MAX_TAIL = 300
/** Number of entries after which the log becomes a snapshot. */
const MAX_ENTRIES = 1000
const READY_WITHIN_MS = 5000

/**
 * The log of a document in one tab. An entry is in local storage within its task, so that it survives a crash, and in
 * the database after a pause. Recovery folds the log.
 */
export class LocalStore {
  private readonly doc: string
  private readonly session: EditorSession
  private readonly tab = randomId()
  /** Numbers of the last entry, of the last change by this page, and of the last one saved elsewhere. */
  private seq = 0
  private own = 0
  private saved = 0
  private compactedAt = 0
  /** Entries that are not in the database, and those of them in local storage. */
  private waiting: readonly LogEntry[] = []
  private readonly tail = new Set<number>()
  private writing: Promise<void> = Promise.resolve()
  private opening: Promise<LogDatabase> | undefined
  private uses = 0

  constructor(doc: string, session: EditorSession) {
    this.doc = doc
    this.session = session
  }

  /** Starts logging the session; returns a function that ends it. Another page may then recover unsaved changes. */
  start(): () => Promise<void> {
    this.uses++
    const release = holdTab(this.tab)
    const stopLog = this.session.onLog((event, text) => this.append(event, text))
    // Opened before the first edit, which then does not wait for it.
    const stopWaiting = whenIdle(() => void this.tidy().catch(() => undefined), READY_WITHIN_MS)
    return async () => {
      stopLog()
      stopWaiting()
      await this.write()
      await release()
      if (--this.uses > 0) return
      const { opening } = this
      this.opening = undefined
      await opening?.then((db) => db.close()).catch(() => undefined)
    }
  }

  /** Number of the last entry. */
  get place(): number {
    return this.seq
  }

  /** Marks everything up to an entry as saved elsewhere. */
  markSaved(place: number): void {
    this.saved = Math.max(this.saved, place)
    this.append({ kind: 'saved', upTo: place })
  }

  /** Whether a change is stored nowhere, neither in this browser nor elsewhere. */
  get isAtRisk(): boolean {
    return this.waiting.some((entry) => isOwn(entry) && entry.seq > this.saved && !this.tail.has(entry.seq))
  }

  /** Whether everything is stored in the browser; false if its storage is full or blocked. */
  async kept(): Promise<boolean> {
    if (this.isAtRisk) await this.writing
    return !this.isAtRisk
  }

  /** Writes waiting entries to the database; false if that fails. */
  async flush(): Promise<boolean> {
    await this.write()
    return this.waiting.length === 0
  }

  private append(event: LogEvent | LogNote, text = ''): void {
    const seq = ++this.seq
    if (isOwn(event)) this.own = seq
    const { doc, tab } = this
    const entry: LogEntry = { ...event, doc, tab, seq, at: Date.now(), text, isUnsaved: this.own > this.saved }
    const wasKept = this.tail.size === this.waiting.length
    this.waiting = [...this.waiting, entry]
    if (!this.addToTail(entry) || !wasKept || this.waiting.length >= MAX_WAITING) void this.write()
    else this.session.loop.idle(this, () => void this.write(), { after: delays.log })
  }

  private addToTail(entry: LogEntry): boolean {
    if (sizeOf(entry) > MAX_CHANGES || this.tail.size >= MAX_TAIL) return false
    try {
      localStorage.setItem(tailKey(entry), JSON.stringify(entry))
    } catch {
      // Full or blocked: the database may have room.
      return false
    }
    this.tail.add(entry.seq)
    return true
  }

  /** Entries that the database refuses stay in local storage, and are tried again with the next one. */
  private write(): Promise<void> {
    this.session.loop.cancel(this)
    this.writing = this.writing.then(() => this.writeWaiting())
    return this.writing
  }

  private async writeWaiting(): Promise<void> {
    const entries = this.waiting
    if (entries.length === 0) return
    try {
      await putEntries(await this.open(), entries)
    } catch {
      return
    }
    const written = new Set(entries)
    this.waiting = this.waiting.filter((entry) => !written.has(entry))
    for (const entry of entries) if (this.tail.delete(entry.seq)) localStorage.removeItem(tailKey(entry))
    if (this.seq - this.compactedAt >= MAX_ENTRIES) await this.compact()
  }

  private open(): Promise<LogDatabase> {
    this.opening ??= openLogs().catch((error: unknown) => {
      // The next entry tries again.
      this.opening = undefined
      throw error
    })
    return this.opening
  }

  /** Replaces all entries by one, so that the next visit loads fast. */
  private async compact(): Promise<void> {
    this.compactedAt = this.seq
    const transaction = (await this.open()).transaction('log', 'readwrite', { durability: 'relaxed' })
    const snapshot = snapshotOf(await transaction.store.getAll(rangeOf(this.doc, this.tab)))
    if (!snapshot) return
    const { doc, tab, seq } = snapshot
    void transaction.store.delete(IDBKeyRange.bound([doc, tab], [doc, tab, seq], false, true))
    void transaction.store.put(snapshot)
    // Without room the log stays as it is.
    await transaction.done.catch(() => undefined)
  }

  /**
   * Merges changes of closed tabs into the session, cue by cue, and restores the last visit's steps if the text is
   * unchanged. True if the text changes.
   */
  recover(): Promise<boolean> {
    return inTurn(async () => {
      // A browser without storage has nothing to restore.
      const logs = await this.othersLogs().catch(() => [])
      const { session } = this
      const before = session.list
      const gone = logs.filter(({ isLive }) => !isLive)
      for (const { fold } of gone) this.adopt(fold())
      if (logs.length > 0) this.restoreSteps(logs)
      if (gone.length > 0 && (await this.flush())) await forgetTabs(await this.open(), gone)
      return session.list !== before
    })
  }

  private async othersLogs(): Promise<readonly TabLog[]> {
    const logs = await readLogs(await this.open(), this.doc)
    return logs.filter(({ tab }) => tab !== this.tab)
  }

  private restoreSteps(logs: readonly TabLog[]): void {
    const { session } = this
    // The user may have started editing: that has precedence.
    if (session.history.past.length > 0) return
    const text = session.textDigest
    const found = logs.map(({ fold }) => fold(text)).sort((a, b) => b.at - a.at)
    const history = found
      .map(({ reached }) => reached)
      .find((each) => each && each.past.length + each.future.length > 0)
    if (!history) return
    session.restoreHistory(history)
    this.append({ kind: 'snapshot', history }, text)
  }

  private adopt(left: Folded): void {
    if (left.patches.length + left.conflicts.length === 0) return
    const { base, mine } = draftOn(this.session.list, left)
    const { cues, conflicts } = mergeVersions(base, mine, this.session.list.cues)
    this.session.adopt(cues, withConflicts(left.conflicts, conflicts), 'draft')
  }

  private async tidy(): Promise<void> {
    // Computed in advance, before the first letter needs it.
    void this.session.textDigest
    const db = await this.open()
    await inTurn(() => removeOldLogs(db))
  }
}

/** Size of an entry, in changes. */
function sizeOf(entry: LogEntry): number {
  const steps = entry.kind === 'snapshot' ? [...entry.history.past, ...entry.history.future] : []
  if (entry.kind === 'edit') steps.push(entry.step)
  const own = entry.kind === 'outside' ? entry.patch.length : (ownPatch(entry)?.length ?? 0)
  const ofSteps = steps.flatMap(({ patch, others = [] }) => [patch, ...others.map((other) => other.patch)])
  const { length: conflicts } = entry.kind === 'conflicts' ? entry.conflicts : []
  return ofSteps.reduce((sum, { length }) => sum + length, own + conflicts)
}
