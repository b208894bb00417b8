import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type History, loadHistory, type Step } from '../document/history.ts'
import type { EditorSession } from '../session.ts'

/** After the last edit: steps are written when the person pauses, and when the page is left. */
const SETTLE_MS = 1000
/** Versions whose steps are kept; the one that was not touched for longest goes first. */
const MAX_VERSIONS = 20

/** The history of one version: which steps it has, each stored by itself. */
interface StoredHistory {
  readonly fileId: string
  /** Digest of the text that the steps lead to. */
  readonly text: string
  readonly past: readonly string[]
  readonly future: readonly string[]
  readonly at: number
}

interface StoredStep {
  readonly fileId: string
  readonly id: string
  readonly step: Step
}

interface UndoSchema extends DBSchema {
  histories: { key: string; value: StoredHistory }
  steps: { key: [string, string]; value: StoredStep; indexes: { fileId: string } }
}

let opened: Promise<IDBPDatabase<UndoSchema>> | undefined
const database = (): Promise<IDBPDatabase<UndoSchema>> =>
  (opened ??= openDB<UndoSchema>('cuelane-undo', 2, {
    upgrade: (db) => {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name)
      db.createObjectStore('histories', { keyPath: 'fileId' })
      db.createObjectStore('steps', { keyPath: ['fileId', 'id'] }).createIndex('fileId', 'fileId')
    },
  }))

/**
 * Keeps the steps of one version across reloads. A write costs what was done since the last one, however long the
 * history is. Where the browser keeps nothing, undo lasts as long as the page.
 */
export class UndoStore {
  private readonly fileId: string
  private readonly session: EditorSession
  private readonly visit = crypto.randomUUID()
  private count = 0
  /** Names of the steps of this page, and of those that are stored. */
  private readonly ids = new WeakMap<Step, string>()
  private stored = new Set<string>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private writing: Promise<void> = Promise.resolve()

  constructor(fileId: string, session: EditorSession) {
    this.fileId = fileId
    this.session = session
  }

  /** Begins to keep steps; returns what ends it. */
  start(): () => void {
    const stop = this.session.onChange(() => {
      clearTimeout(this.timer)
      this.timer = setTimeout(() => void this.write(), SETTLE_MS)
    })
    const leave = (): void => {
      if (this.timer !== undefined) void this.write()
    }
    const control = new AbortController()
    const { signal } = control
    document.addEventListener('visibilitychange', leave, { signal })
    window.addEventListener('pagehide', leave, { signal })
    return () => {
      leave()
      stop()
      control.abort()
    }
  }

  /** Brings the steps of an earlier visit back where the text is still as they left it. */
  async restore(): Promise<void> {
    const history = await this.read().catch(() => undefined)
    // The person may have begun to edit meanwhile: what they did comes first.
    if (history && this.session.cells.history.past.length === 0) this.session.restoreHistory(history)
  }

  /** Writes what changed since the last write; gives the number of steps that were written. */
  async write(): Promise<number> {
    clearTimeout(this.timer)
    this.timer = undefined
    const { past, future } = this.session.cells.history
    const entry: StoredHistory = {
      fileId: this.fileId,
      text: this.session.textDigest,
      past: past.map((step) => this.idOf(step)),
      future: future.map((step) => this.idOf(step)),
      at: Date.now(),
    }
    let written = 0
    this.writing = this.writing.then(async () => {
      written = await this.put(entry, [...past, ...future]).catch(() => 0)
    })
    await this.writing
    return written
  }

  private idOf(step: Step): string {
    let id = this.ids.get(step)
    if (id === undefined) this.ids.set(step, (id = `${this.visit} ${++this.count}`))
    return id
  }

  private async put(entry: StoredHistory, steps: readonly Step[]): Promise<number> {
    const { fileId } = this
    const db = await database()
    const transaction = db.transaction(['histories', 'steps'], 'readwrite')
    const store = transaction.objectStore('steps')
    const present = new Set([...entry.past, ...entry.future])
    const fresh = steps.filter((step) => !this.stored.has(this.idOf(step)))
    for (const step of fresh) void store.put({ fileId, id: this.idOf(step), step })
    for (const id of this.stored) if (!present.has(id)) void store.delete([fileId, id])
    void transaction.objectStore('histories').put(entry)
    await transaction.done
    this.stored = present
    await forgetOldest(db)
    return fresh.length
  }

  private async read(): Promise<History | undefined> {
    const db = await database()
    const entry = await db.get('histories', this.fileId)
    if (!entry || entry.text !== this.session.textDigest) {
      await deleteSteps(db, this.fileId)
      return undefined
    }
    const all = await db.getAllFromIndex('steps', 'fileId', this.fileId)
    const byId = new Map(all.map(({ id, step }) => [id, step]))
    const steps = (ids: readonly string[]) => ids.map((id) => byId.get(id))
    // A step that is missing or damaged costs the whole history: those around it lead nowhere without it.
    const history = loadHistory({ past: steps(entry.past), future: steps(entry.future) })
    if (!history) return undefined
    for (const { id, step } of all) this.ids.set(step, id)
    this.stored = new Set(byId.keys())
    return history
  }
}

async function forgetOldest(db: IDBPDatabase<UndoSchema>): Promise<void> {
  if ((await db.count('histories')) <= MAX_VERSIONS) return
  const all = await db.getAll('histories')
  const [oldest] = all.sort((a, b) => a.at - b.at)
  if (!oldest) return
  await db.delete('histories', oldest.fileId)
  await deleteSteps(db, oldest.fileId)
}

async function deleteSteps(db: IDBPDatabase<UndoSchema>, fileId: string): Promise<void> {
  const { store, done } = db.transaction('steps', 'readwrite')
  for (const key of await store.index('fileId').getAllKeys(fileId)) void store.delete(key)
  await done
}
