import { unwrap } from 'idb'
import type { Cue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, type Patch, patchTo } from '#core/subtitle/patch.ts'
import { whenIdle } from '#src/ui/when-idle.ts'
import { randomId } from '#src/api/random-id.ts'
import { type Beginning, type EditsDatabase, editsDatabase, type Line } from './database.ts'
import { addAtOnce, addLogged, inOneWriting, keepTyped, storedElsewhere, takeUpLogs } from './edit-log.ts'

/** What an earlier visit did not bring to where it stays: its text, and the text that this was made from. */
export interface Unsettled {
  readonly id: string
  readonly base: readonly Cue[]
  readonly mine: readonly Cue[]
}

/** After so many lines the journal is begun again. */
const MAX_LINES = 1000
const LOCK = 'cuelane-journal '
const READY_WITHIN_MS = 5000
/** Who works on writes the note with the next change by then; who rests has it written with the history of steps. */
const NOTE_MS = 4000

/**
 * Edits of one document in one tab, kept in the browser before anything else knows of them, so that a closed tab or a
 * crash loses nothing. An edit costs what it changes, however long the document is.
 */
export class Journal {
  private readonly id = randomId()
  private readonly key: string
  private readonly list: () => CueList
  private base: CueList = cueList([])
  /** Number of changes so far, and of those that are stored elsewhere. */
  private last = 0
  private settled = 0
  private written = 0
  /** Whether what lies in the browser leads to the document; else it is written from the beginning. */
  private isWhole = false
  private queue: Line[] = []
  /** Open once the whole was written; lines then go without waiting. */
  private db: EditsDatabase | undefined
  private writing: Promise<boolean> = Promise.resolve(true)
  private release: () => void = () => undefined
  /** Ends when the journal is no longer in use. */
  private inUse: Promise<void> | undefined
  private readonly closing = new AbortController()
  private noting: ReturnType<typeof setTimeout> | undefined

  /** `list` tells the document as it is now. */
  constructor(key: string, list: () => CueList) {
    this.key = key
    this.list = list
  }

  /** Begins with what is stored elsewhere; edits that are there already count as made since. */
  begin(base: CueList): void {
    this.base = base
    this.isWhole = false
  }

  /** Tells other tabs that this journal is in use, and readies it while hands rest. */
  open(): void {
    const isClosed = new Promise<void>((resolve) => {
      this.release = resolve
    })
    // Without locks (a page that is not served securely) another tab may take these edits up too: they merge.
    this.inUse = navigator.locks?.request(LOCK + this.id, () => isClosed)
    const { signal } = this.closing
    addEventListener('pagehide', () => this.writeRest(), { signal })
    document.addEventListener('visibilitychange', () => this.writeRest(), { signal })
    const stopWaiting = whenIdle(() => {
      if (!this.isWhole) this.write()
      void sweep()
    }, READY_WITHIN_MS)
    // After the end it would write a journal that nobody closes.
    signal.addEventListener('abort', stopWaiting)
  }

  /** Takes in a change; it is kept when `kept` resolves with true. */
  append(patch: Patch): void {
    const line = { id: this.id, place: ++this.last, patch }
    const note = this.queue.at(-1)
    // That all before it are stored elsewhere goes along.
    if (note && !note.patch) {
      this.queue[this.queue.length - 1] = { ...note, ...line }
      clearTimeout(this.noting)
      this.noting = undefined
    } else this.queue.push(line)
    this.write()
  }

  /** Whether everything so far is kept in the browser; false where its storage is full or closed to us. */
  kept(): Promise<boolean> {
    return this.writing
  }

  /** The place after the last change. */
  get place(): number {
    return this.last
  }

  /** Keeps what was typed; resolves as `kept` does. */
  flush(): Promise<boolean> {
    keepTyped()
    return this.writing
  }

  /**
   * Everything up to a place is stored elsewhere now. That is written with the next change, some seconds later, or when the
   * page is left: after a crash without it the same changes are merged once more, which changes nothing.
   */
  settle(base: CueList, place: number): void {
    this.base = base
    this.settled = place
    if (place === this.last) storedElsewhere(this.id)
    this.queue.push({ id: this.id, place: this.last, settled: place })
    if (this.written > MAX_LINES) this.isWhole = false
    this.noting ??= setTimeout(() => this.writeRest(), NOTE_MS)
  }

  /** No more edits come; where all are stored elsewhere nothing is left behind. */
  async close(): Promise<void> {
    const { release } = this
    this.closing.abort()
    keepTyped()
    this.writeRest()
    this.writing = this.writing.then(async (kept) => {
      this.isWhole = false
      if (this.settled === this.last) await forget([this.id]).catch(() => undefined)
      return kept
    })
    await this.writing
    release()
    // The page that opens the document next takes up what is left: it has to be free by then.
    await this.inUse
  }

  /** What waits for a next change that may not come. */
  private writeRest(): void {
    clearTimeout(this.noting)
    this.noting = undefined
    if (this.queue.length > 0 && this.isWhole) this.write()
  }

  private write(): void {
    // A page may be gone a moment after the edit: its line waits for no write before it.
    const sent = this.db && this.isWhole ? this.sendLines(this.db) : undefined
    this.writing = this.writing.then(() => sent ?? this.writeWaiting())
  }

  private async writeWaiting(): Promise<boolean> {
    try {
      this.db = await editsDatabase()
      if (this.isWhole) return await this.sendLines(this.db)
      await this.writeAll(this.db)
      return true
    } catch {
      return this.hasHole()
    }
  }

  private async sendLines(db: EditsDatabase): Promise<boolean> {
    const lines = this.queue
    if (lines.length === 0) return true
    this.queue = []
    this.written += lines.length
    try {
      let kept: Promise<void>[] = []
      inOneWriting(() => {
        kept = lines.map((line) => addAtOnce(db, 'lines', line))
      })
      await Promise.all(kept)
      return true
    } catch {
      return this.hasHole()
    }
  }

  /** What is there may miss a line now: it is written from the beginning next. The caller tells that nothing is kept. */
  private hasHole(): false {
    this.isWhole = false
    return false
  }

  private async writeAll(db: EditsDatabase): Promise<void> {
    // One transaction: a crash in the midst leaves what was there.
    const transaction = db.transaction(['beginnings', 'lines', 'moves'], 'readwrite')
    addLogged(unwrap(transaction))
    const lines = transaction.objectStore('lines')
    for (const line of await lines.index('id').getAllKeys(this.id)) void lines.delete(line)
    this.queue = []
    this.written = 0
    this.isWhole = true
    const { id, key, base } = this
    void transaction.objectStore('beginnings').put({ id, key, base: base.cues } satisfies Beginning)
    const patch = patchTo(base, this.list().cues)
    // Also where nothing is to change: what comes later of the changes before it does not count any more.
    const change = patch.length > 0 ? { patch } : { settled: this.last }
    void lines.add({ id, place: this.last, ...change } satisfies Line)
    await transaction.done
  }

  /** What tabs that are gone left of this document. */
  async unsettled(): Promise<Unsettled[]> {
    const db = await editsDatabase()
    // Before what is logged is taken up: the page may still log more.
    const live = await liveIds()
    await takeUpLogs(db)
    const all = await db.getAllFromIndex('beginnings', 'key', this.key)
    const gone = all.filter(({ id }) => id !== this.id && !live.has(id))
    const found: Unsettled[] = []
    for (const beginning of gone) {
      const lines = await db.getAllFromIndex('lines', 'id', beginning.id)
      const state = replay(beginning, lines)
      if (state) found.push(state)
    }
    return found
  }
}

/** Removes journals: all that was in them is elsewhere now. */
export async function forget(ids: readonly string[]): Promise<void> {
  // What is logged of them goes as well.
  const transaction = (await editsDatabase()).transaction(['beginnings', 'lines', 'moves'], 'readwrite')
  addLogged(unwrap(transaction))
  for (const id of ids) {
    void transaction.objectStore('beginnings').delete(id)
    const lines = transaction.objectStore('lines')
    for (const key of await lines.index('id').getAllKeys(id)) void lines.delete(key)
  }
  await transaction.done
}

function replay({ id, base }: Beginning, lines: readonly Line[]): Unsettled | undefined {
  const settled = lines.reduce((most, line) => Math.max(most, line.settled ?? 0), 0)
  let stored = cueList(base)
  let mine = stored
  let reached = 0
  for (const { place, patch } of lines) {
    // What was logged may be written twice: by its page, and by another one that takes it up.
    const isKnown = place <= reached
    reached = Math.max(reached, place)
    if (!patch || isKnown) continue
    mine = applied(mine, patch)
    if (place <= settled) stored = mine
  }
  return mine === stored ? undefined : { id, base: stored.cues, mine: mine.cues }
}

/** A change that does not fit costs itself, not those before and after it. */
function applied(list: CueList, patch: Patch): CueList {
  try {
    return applyPatch(list, patch)
  } catch {
    return list
  }
}

/** Journals of other documents that lead nowhere new: their tabs went without a word. */
async function sweep(): Promise<void> {
  // Nobody knows who lives.
  if (!navigator.locks) return
  const db = await editsDatabase()
  const before = await liveIds()
  await takeUpLogs(db)
  const begun = new Set(await db.getAllKeys('beginnings'))
  const ids = new Set([...begun, ...(await idsOfLines(db))])
  // One may have begun meanwhile, and one have ended that logged more.
  const after = await liveIds()
  for (const id of ids) {
    if (before.has(id) || after.has(id)) continue
    const last = await db.transaction('lines').store.index('id').openCursor(id, 'prev')
    const line = last?.value
    if (!begun.has(id) || !line || line.settled === line.place) await forget([id])
  }
}

async function idsOfLines(db: EditsDatabase): Promise<string[]> {
  const ids: string[] = []
  const { store } = db.transaction('lines')
  for (let at = await store.index('id').openKeyCursor(null, 'nextunique'); at; at = await at.continue())
    ids.push(at.key)
  return ids
}

async function liveIds(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? []
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])))
}
