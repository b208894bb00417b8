import { unwrap } from 'idb'
import { randomId } from '#src/api/random-id.ts'
import {
  emptyHistory,
  type History,
  isEmptyStep,
  isTyped,
  loadHistory,
  recordStep,
  redoStep,
  type Step,
  undoStep,
} from '../document/history.ts'
import type { EditorSession, StepWay } from '../session.ts'
import { type EditsDatabase, editsDatabase, type StoredHistory, type StoredMove } from './database.ts'
import { addAtOnce, addLogged, takeUpLogs } from './edit-log.ts'

/**
 * After the last edit: the whole history is written when the person pauses, and when the page is left. Each step is noted
 * at once, so that nothing waits for it.
 */
const SETTLE_MS = 5000
/** Versions whose steps are kept; the one that was not touched for longest goes first. */
const MAX_VERSIONS = 20

/**
 * Keeps the steps of one version across reloads. An edit costs what it changes and is noted at once; the whole history is
 * written when the person pauses. Where the browser keeps nothing, undo lasts as long as the page.
 */
export class UndoStore {
  private readonly fileId: string
  private readonly session: EditorSession
  private readonly visit = randomId()
  private count = 0
  private noted = 0
  /** Names of the steps of this page, and of those that are stored. */
  private readonly ids = new WeakMap<Step, string>()
  private stored = new Set<string>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private writing: Promise<void> = Promise.resolve()
  /** Name of the last writing of the whole; moves go on from it. */
  private base: string | undefined
  /** Changes of the text that no step was told of yet. */
  private changes = 0
  private db: EditsDatabase | undefined

  constructor(fileId: string, session: EditorSession) {
    this.fileId = fileId
    this.session = session
  }

  /** Begins to keep steps; returns what ends it. */
  start(): () => void {
    // Opened before the first edit: noting one then needs no waiting.
    void editsDatabase().then(
      (db) => {
        this.db = db
      },
      () => undefined,
    )
    const stops = [
      this.session.onStep((step, way) => this.note(step, way)),
      this.session.onChange(({ origin }) => {
        // Letters are one step at the pause after them.
        if (origin !== 'typing') this.changes++
        clearTimeout(this.timer)
        this.timer = setTimeout(() => void this.write(), SETTLE_MS)
      }),
    ]
    const leave = (): void => {
      if (this.timer !== undefined) void this.write()
    }
    const control = new AbortController()
    const { signal } = control
    document.addEventListener('visibilitychange', leave, { signal })
    window.addEventListener('pagehide', leave, { signal })
    return () => {
      leave()
      for (const stop of stops) stop()
      control.abort()
    }
  }

  /** Notes a step. */
  private note(step: Step, way: StepWay): void {
    const { db, base, visit, fileId } = this
    if (isEmptyStep(step)) return
    const isChange = step.patch.length > 0 && !(way === 'done' && isTyped(step))
    const isOurs = this.changes === (isChange ? 1 : 0)
    this.changes = 0
    // A change from outside has changed the steps before this one.
    if (!isOurs) return void this.write()
    if (!db) return
    const text = this.session.textDigest
    const place = ++this.noted
    const move = { fileId, writing: base ?? visit, isFirst: base === undefined, place, way, text }
    // Where the browser keeps nothing the steps last as long as the page.
    addAtOnce(db, 'moves', way === 'done' ? { ...move, step } : move).catch(() => undefined)
  }

  /** Brings the steps of an earlier visit back where the text is still as they left it. */
  async restore(): Promise<void> {
    const history = await this.read().catch(() => undefined)
    // The person may have begun to edit meanwhile: what they did comes first.
    if (this.session.history.past.length > 0) return
    this.changes = 0
    if (!history) return
    this.session.restoreHistory(history)
    // Moves of the last visit are part of the whole from now on.
    await this.write()
  }

  /** Writes what changed since the last write; gives the number of steps that were written. */
  async write(): Promise<number> {
    clearTimeout(this.timer)
    this.timer = undefined
    const { past, future } = this.session.history
    const entry: StoredHistory = {
      fileId: this.fileId,
      writing: randomId(),
      text: this.session.textDigest,
      past: past.map((step) => this.idOf(step)),
      future: future.map((step) => this.idOf(step)),
      at: Date.now(),
    }
    let written = 0
    this.changes = 0
    // Moves from now on follow this writing: should it fail, they lead nowhere, as the history does.
    this.base = entry.writing
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
    const db = await editsDatabase()
    const transaction = db.transaction(['histories', 'steps', 'moves', 'lines'], 'readwrite')
    addLogged(unwrap(transaction))
    const store = transaction.objectStore('steps')
    const present = new Set([...entry.past, ...entry.future])
    const fresh = steps.filter((step) => !this.stored.has(this.idOf(step)))
    for (const step of fresh) void store.put({ fileId, id: this.idOf(step), step })
    for (const id of this.stored) if (!present.has(id)) void store.delete([fileId, id])
    void transaction.objectStore('histories').put(entry)
    const moves = transaction.objectStore('moves')
    const index = moves.index('fileId')
    for (let cursor = await index.openCursor(fileId); cursor; cursor = await cursor.continue()) {
      // What was noted since this writing began goes on from it.
      if (cursor.value.writing !== entry.writing) void cursor.delete()
    }
    await transaction.done
    this.stored = present
    await forgetOldest(db)
    return fresh.length
  }

  private async read(): Promise<History | undefined> {
    const db = await editsDatabase()
    await takeUpLogs(db)
    const entry = await db.get('histories', this.fileId)
    const moves = await db.getAllFromIndex('moves', 'fileId', this.fileId)
    // The digest of a long text takes its time, just when the editor opens.
    if (!entry && moves.length === 0) return undefined
    const text = this.session.textDigest
    const whole = entry && (await this.readWhole(db, entry))
    const written = whole && (entry.text === text ? whole : undefined)
    const history = replayMoves(whole, entry?.writing, moves, text) ?? written
    if (!history) await deleteAll(db, this.fileId)
    return history
  }

  private async readWhole(db: EditsDatabase, entry: StoredHistory): Promise<History | undefined> {
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

/**
 * The history with the moves that were made after it was written, as far as they lead to `text`: the last ones may have
 * been noted without reaching the text. Undefined where none of them leads to it.
 */
function replayMoves(
  whole: History | undefined,
  writing: string | undefined,
  moves: readonly StoredMove[],
  text: string,
): History | undefined {
  let reached: History | undefined
  const taken = new Set<string>()
  const histories = new Map<string, History | undefined>()
  if (writing !== undefined) histories.set(writing, whole)
  for (const move of moves) {
    // What was logged may be written twice: by its page, and by another one that takes it up.
    const name = `${move.writing} ${move.place}`
    if (move.place !== undefined && taken.has(name)) continue
    taken.add(name)
    const before = histories.get(move.writing) ?? (move.isFirst ? emptyHistory : undefined)
    const after = before && moved(before, move)
    histories.set(move.writing, after)
    if (after && move.text === text) reached = after
  }
  return reached
}

function moved(history: History, { way, step }: StoredMove): History | undefined {
  if (way === 'undone') return undoStep(history)?.history
  if (way === 'redone') return redoStep(history)?.history
  const loaded = loadHistory({ past: [step], future: [] })?.past[0]
  return loaded && recordStep(history, loaded)
}

async function forgetOldest(db: EditsDatabase): Promise<void> {
  if ((await db.count('histories')) <= MAX_VERSIONS) return
  const all = await db.getAll('histories')
  const [oldest] = all.sort((a, b) => a.at - b.at)
  if (!oldest) return
  await db.delete('histories', oldest.fileId)
  await deleteAll(db, oldest.fileId)
}

async function deleteAll(db: EditsDatabase, fileId: string): Promise<void> {
  const transaction = db.transaction(['steps', 'moves'], 'readwrite')
  for (const name of ['steps', 'moves'] as const) {
    const store = transaction.objectStore(name)
    for (const key of await store.index('fileId').getAllKeys(fileId)) void store.delete(key)
  }
  await transaction.done
}
