import { unwrap } from 'idb'
import { joinPatches, type Patch } from '#core/subtitle/patch.ts'
import { pageId } from '#src/api/page-id.ts'
import type { EditsDatabase, Line, StoredMove } from './database.ts'

/** What an edit adds to the database: its store and the entry. */
type Entry = ['lines', Line] | ['moves', StoredMove]

/** A part of the log: the entries of one edit. */
interface Logged {
  readonly key: string
  readonly entries: readonly Entry[]
}

/** Everything that one edit adds. */
interface Writing {
  readonly isTyped: boolean
  readonly entries: Entry[]
  /** Whether the browser keeps it: in the log or in the database. */
  readonly kept: PromiseWithResolvers<void>
}

const KEY = 'cuelane-edit '
/**
 * Who rests for 5 s has the whole history written, and the log with it; who works on has the log written by then: a browser
 * that is killed may lose what it had in local storage.
 */
const MAX_WAIT_MS = 6000
/** The same while all changes are stored elsewhere: steps that can be taken back are all that could be lost. */
const MAX_STORED_WAIT_MS = 30_000
const MAX_LOGGED = 32
/** A larger edit goes to the database at once: local storage is small, and text in it is dear to make. */
const MAX_CHANGES = 50
/** Letters wait for so long after the first of them. */
const TYPED_WAIT_MS = 1000

let database: EditsDatabase | undefined
/** The edit that is being made. */
let edit: Writing | undefined
let typed: (Writing & { readonly timer: ReturnType<typeof setTimeout> }) | undefined
let log: Logged[] = []
let parts = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** Since when there is something in the log. */
let loggedAt = 0
/** Journals whose last changes are in the log and not known to be elsewhere, and since when. */
const unstored = new Map<string, number>()

const newWriting = (isTyped: boolean): Writing => ({ isTyped, entries: [], kept: Promise.withResolvers<void>() })

/**
 * What is added while `work` runs is kept together when it ends. Letters that the user types wait for each other: to keep
 * each by itself would be a good part of what it costs.
 */
export function inOneWriting(work: () => void, isTyped = false): void {
  if (edit) return work()
  const writing = newWriting(isTyped)
  edit = writing
  try {
    work()
  } finally {
    edit = undefined
    if (writing.entries.length > 0) keep(writing)
  }
}

/**
 * Adds an entry: to the log at once, which is in local storage and outlives the page, and to the database with the next
 * writing of the log. A transaction of its own for each edit would cost more than the edit does. Rejects where the browser
 * keeps neither.
 */
export function addAtOnce(db: EditsDatabase, ...entry: Entry): Promise<void> {
  database = db
  if (edit?.isTyped) return wait(entry)
  keepTyped()
  const writing = edit ?? newWriting(false)
  writing.entries.push(entry)
  if (writing !== edit) keep(writing)
  return writing.kept.promise
}

/** Letters that are not kept yet: a page that is left keeps them. */
export const isTypedWaiting = (): boolean => typed !== undefined

/** Keeps what was typed. Everything else that is added comes after it. */
export function keepTyped(): void {
  if (!typed) return
  const waiting = typed
  typed = undefined
  clearTimeout(waiting.timer)
  keep(waiting)
}

function wait(entry: Entry): Promise<void> {
  typed ??= { ...newWriting(true), timer: setTimeout(keepTyped, TYPED_WAIT_MS) }
  const { entries, kept } = typed
  const at = entries.findLastIndex(([store]) => store === entry[0])
  const joined = at < 0 ? undefined : joinedEntries(entries[at]!, entry)
  if (joined) entries[at] = joined
  else entries.push(entry)
  return kept.promise
}

/** One entry for two that follow each other; undefined where they are not two letters of one text. */
function joinedEntries(first: Entry, second: Entry): Entry | undefined {
  if (first[0] === 'lines' && second[0] === 'lines') {
    const patch = first[1].id === second[1].id ? joinedPatches(first[1].patch, second[1].patch) : undefined
    return patch && ['lines', { ...first[1], ...second[1], patch }]
  }
  if (first[0] !== 'moves' || second[0] !== 'moves') return undefined
  const [before, after] = [first[1], second[1]]
  const isLike = before.fileId === after.fileId && before.writing === after.writing
  const isText = before.step?.join !== undefined && before.step.join === after.step?.join
  const patch = isLike && isText ? joinedPatches(before.step?.patch, after.step?.patch) : undefined
  return patch && ['moves', { ...after, step: { ...after.step!, patch } }]
}

const joinedPatches = (first: Patch | undefined, second: Patch | undefined): Patch | undefined =>
  first && second && joinPatches(first, second)

function keep({ entries, kept }: Writing): void {
  if (isLogged(entries)) kept.resolve()
  else writeLog(entries).then(kept.resolve, kept.reject)
}

function isLogged(entries: readonly Entry[]): boolean {
  if (log.length >= MAX_LOGGED || entries.some(isLarge)) return false
  const key = `${KEY}${pageId} ${++parts}`
  try {
    localStorage.setItem(key, JSON.stringify(entries))
  } catch {
    // Full or closed to us: the database may have room.
    return false
  }
  log.push({ key, entries })
  const now = performance.now()
  for (const [store, entry] of entries)
    if (store === 'lines' && entry.patch && !unstored.has(entry.id)) unstored.set(entry.id, now)
  if (timer === undefined) {
    loggedAt = now
    timer = setTimeout(writeWhenDue, MAX_WAIT_MS)
  }
  return true
}

/** All changes of a journal are stored elsewhere: the log may wait. */
export const storedElsewhere = (journalId: string): boolean => unstored.delete(journalId)

function writeWhenDue(): void {
  const due = Math.min(loggedAt + MAX_STORED_WAIT_MS, ...[...unstored.values()].map((at) => at + MAX_WAIT_MS))
  const wait = due - performance.now()
  if (wait <= 1) writeLog().catch(() => undefined)
  // What is added meanwhile may be due sooner.
  else timer = setTimeout(writeWhenDue, Math.min(wait, MAX_WAIT_MS))
}

function isLarge([store, entry]: Entry): boolean {
  const patches =
    store === 'lines' ? [entry.patch] : [entry.step?.patch, ...(entry.step?.others ?? []).map((o) => o.patch)]
  return patches.reduce((sum, patch) => sum + (patch?.length ?? 0), 0) > MAX_CHANGES
}

/** Writes what is logged, and what comes after it. Where that fails the log stays as it was, and is kept all the same. */
export async function writeLog(more: readonly Entry[] = []): Promise<void> {
  keepTyped()
  if (!database || log.length + more.length === 0) return
  const transaction = unwrap(database).transaction(['lines', 'moves'], 'readwrite')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transaction.addEventListener('complete', () => resolve())
  transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('Not kept', 'AbortError')))
  try {
    addLogged(transaction)
    for (const entry of more) add(transaction, entry)
    // By hand: left to itself a transaction ends with its page, and is lost.
    transaction.commit()
  } catch (error) {
    transaction.abort()
    reject(error)
  }
  return promise
}

/** Adds what is logged to a transaction over `lines` and `moves`; with its end the log is done with it. */
export function addLogged(transaction: IDBTransaction): void {
  keepTyped()
  const written = log
  for (const { entries } of written) for (const entry of entries) add(transaction, entry)
  log = []
  const waited = [...unstored]
  unstored.clear()
  clearTimeout(timer)
  timer = undefined
  transaction.addEventListener('complete', () => {
    for (const { key } of written) localStorage.removeItem(key)
  })
  transaction.addEventListener('abort', () => {
    log = [...written, ...log]
    for (const [id, at] of waited) unstored.set(id, at)
  })
}

function add(transaction: IDBTransaction, [store, entry]: Entry): void {
  transaction.objectStore(store).add(entry)
}

const leave = (): void => void writeLog().catch(() => undefined)

addEventListener('pagehide', leave)
document.addEventListener('visibilitychange', leave)

/**
 * Brings to the database what all pages have logged, those that are gone and those that live: to do before it is read. What
 * a page that lives writes there once more counts once.
 */
export async function takeUpLogs(db: EditsDatabase): Promise<void> {
  await writeLog()
  const logged = othersLogged()
  if (logged.length === 0) return
  const transaction = db.transaction(['lines', 'moves'], 'readwrite')
  for (const { entries } of logged) for (const entry of entries) add(unwrap(transaction), entry)
  await transaction.done
  for (const { key } of logged) localStorage.removeItem(key)
}

/** What other pages have logged, in the order of each. */
function othersLogged(): Logged[] {
  const parts = loggedKeys().map((key) => {
    const [page = '', part] = key.slice(KEY.length).split(' ')
    return { key, page, part: Number(part) }
  })
  return parts
    .filter(({ page }) => page !== pageId)
    .sort((a, b) => a.page.localeCompare(b.page) || a.part - b.part)
    .map(({ key }) => ({ key, entries: entriesOf(localStorage.getItem(key)) }))
}

function loggedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEY))
  } catch {
    // Closed to us: nothing is logged there.
    return []
  }
}

/** A part that is damaged costs itself. */
function entriesOf(text: string | null): Entry[] {
  try {
    const entries: unknown = JSON.parse(text ?? '')
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

/** As far as the database needs it; who reads an entry checks what is in it. */
function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value)) return false
  const [store, entry] = value as unknown[]
  return (store === 'lines' || store === 'moves') && typeof entry === 'object' && entry !== null
}
