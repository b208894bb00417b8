import { mergeVersions } from '#core/subtitle/merge.ts'
import { randomId } from '#src/api/random-id.ts'
import { whenIdle } from '#src/ui/when-idle.ts'
import type { EditorSession } from '../session.ts'
import { delays } from '../options.ts'
import { type LogDatabase, openLogs, putEntries, rangeOf, tailKey } from './database.ts'
import { draftOn, type Folded, type LogEntry, type LogEvent, type LogNote, ownPatch, snapshotOf } from './log.ts'
import { forgetTabs, holdTab, inTurn, readLogs, removeOldLogs, type TabLog } from './recover.ts'

/** A larger edit goes to the database at once: local storage is small, and large texts are slow to make. */
const MAX_CHANGES = 50
/** So many entries go to the database without a pause. */
const MAX_WAITING = 32
/** Local storage has other readers: where the database takes nothing more, so many entries stay there. */
const MAX_TAIL = 300
/** After so many entries the log is written as a snapshot. */
const MAX_ENTRIES = 1000
const READY_WITHIN_MS = 5000

/**
 * The log of one document in one tab. Each entry is in local storage within the task that made it, which outlives a page
 * that crashes, and in the database after a pause. Text and steps that a visit leaves are folds of the log.
 */
export class LocalStore {
  private readonly doc: string
  private readonly session: EditorSession
  private readonly tab = randomId()
  /** Numbers of the last entry, of the last own change, and of the last that is stored elsewhere. */
  private seq = 0
  private own = 0
  private saved = 0
  private compactedAt = 0
  /** Entries that the database does not have yet, and which of them are in local storage. */
  private waiting: readonly LogEntry[] = []
  private readonly tail = new Set<number>()
  private writing: Promise<void> = Promise.resolve()
  private opening: Promise<LogDatabase> | undefined
  private uses = 0

  constructor(doc: string, session: EditorSession) {
    this.doc = doc
    this.session = session
  }

  /**
   * Begins to log what the session does; returns what ends that. Another page may then recover what is stored nowhere else.
   */
  start(): () => Promise<void> {
    this.uses++
    const release = holdTab(this.tab)
    const stopLog = this.session.onLog((event, text) => this.append(event, text))
    // Opened before the first edit: writing it then needs no waiting.
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

  /** The place after the last entry. */
  get place(): number {
    return this.seq
  }

  /** Everything up to a place is stored elsewhere now. */
  markSaved(place: number): void {
    this.saved = Math.max(this.saved, place)
    this.append({ kind: 'saved', upTo: place })
  }

  /** Whether an own change is kept nowhere: neither in this browser nor elsewhere. */
  get isAtRisk(): boolean {
    return this.waiting.some((entry) => ownPatch(entry) && entry.seq > this.saved && !this.tail.has(entry.seq))
  }

  /** Whether everything so far is kept in the browser; false where its storage is full or closed to us. */
  async kept(): Promise<boolean> {
    if (this.isAtRisk) await this.writing
    return !this.isAtRisk
  }

  /** Writes what waits to the database; false where it takes nothing. */
  async flush(): Promise<boolean> {
    await this.write()
    return this.waiting.length === 0
  }

  private append(event: LogEvent | LogNote, text = ''): void {
    const patch = ownPatch(event)
    const seq = ++this.seq
    if (patch) this.own = seq
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
      // Full or closed to us: the database may have room.
      return false
    }
    this.tail.add(entry.seq)
    return true
  }

  /** What the database does not take stays in local storage, and is tried again with the next entry. */
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

  /** One entry for all that were written: what is read at the next visit stays short. */
  private async compact(): Promise<void> {
    this.compactedAt = this.seq
    const transaction = (await this.open()).transaction('log', 'readwrite', { durability: 'relaxed' })
    const snapshot = snapshotOf(await transaction.store.getAll(rangeOf(this.doc, this.tab)))
    if (!snapshot) return
    const { doc, tab, seq } = snapshot
    void transaction.store.delete(IDBKeyRange.bound([doc, tab], [doc, tab, seq], false, true))
    void transaction.store.put(snapshot)
    // Where there is no room for it the log stays as it was.
    await transaction.done.catch(() => undefined)
  }

  /**
   * Merges what lost tabs left into the session, cue by cue, and brings back the steps of the last visit where the text is
   * still as they left it. True where the text changed.
   */
  recover(): Promise<boolean> {
    return inTurn(async () => {
      // A browser that keeps nothing has nothing to bring back.
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
    // The user may have begun to edit meanwhile: what they did comes first.
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
    if (left.patches.length === 0) return
    const { base, mine } = draftOn(this.session.list, left)
    const { cues, conflicts } = mergeVersions(base, mine, this.session.list.cues)
    this.session.adopt(cues, conflicts, 'draft')
  }

  private async tidy(): Promise<void> {
    // Computed before the first letter asks for it.
    void this.session.textDigest
    const db = await this.open()
    await inTurn(() => removeOldLogs(db))
  }
}

/** How much an entry holds, in changes. */
function sizeOf(entry: LogEntry): number {
  const steps = entry.kind === 'snapshot' ? [...entry.history.past, ...entry.history.future] : []
  if (entry.kind === 'edit') steps.push(entry.step)
  const own = entry.kind === 'outside' ? entry.patch.length : (ownPatch(entry)?.length ?? 0)
  const ofSteps = steps.flatMap(({ patch, others = [] }) => [patch, ...others.map((other) => other.patch)])
  return ofSteps.reduce((sum, { length }) => sum + length, own)
}
