import { carryOver } from './carry-over.ts'
import { type LogDatabase, putEntries, rangeOf, tailKey, tailKeys } from './database.ts'
import { fold, type Folded, isEntry, type LogEntry } from '../../model/log.ts'

/** Number of documents whose steps are kept; the least recently edited is removed first. */
const MAX_DOCUMENTS = 20
const LOCK = 'cuelane-edits '

/** Marks a tab's log as in use for other pages; returns a function that ends that. */
export function holdTab(tab: string): () => Promise<void> {
  let release: () => void = () => undefined
  const isClosed = new Promise<void>((resolve) => (release = resolve))
  // Without locks (a page without HTTPS) two tabs may recover the same edits, which then merge.
  const held = navigator.locks?.request(LOCK + tab, () => isClosed)
  return async () => {
    release()
    // The page that opens the document next recovers the rest, so the lock must be released by then.
    await held
  }
}

/** Runs work that moves logs of other tabs, in one page at a time. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('cuelane-edits', work) : work()
}

async function liveTabs(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? []
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])))
}

/** The log of a document in one tab. */
export interface TabLog {
  readonly doc: string
  readonly tab: string
  readonly isLive: boolean
  readonly fold: (text?: string) => Folded
}

/** Logs of a document, of closed and open tabs. */
export async function readLogs(db: LogDatabase, doc: string): Promise<TabLog[]> {
  // Before reading entries, since a page may add more until it closes.
  const live = await liveTabs()
  await carryOver(db)
  const tails = await takeTails(db, live)
  const read = [...(await db.getAll('log', rangeOf(doc))), ...tails.filter((entry) => entry.doc === doc)]
  // Entries that are in both count once.
  const entries = [...new Map(read.map((entry) => [tailKey(entry), entry])).values()]
  return [...new Set(entries.map(({ tab }) => tab))].map((tab) => {
    const own = entries.filter((entry) => entry.tab === tab)
    return { doc, tab, isLive: live.has(tab), fold: (text) => fold(own, text) }
  })
}

/** Moves all entries from local storage to the database, if it has room; returns them. */
async function takeTails(db: LogDatabase, live: ReadonlySet<string>): Promise<LogEntry[]> {
  const keys = tailKeys()
  const entries = keys.map(({ key }) => entryIn(localStorage.getItem(key))).filter((entry) => entry !== undefined)
  if (keys.length === 0) return entries
  try {
    await putEntries(db, entries)
  } catch {
    return entries
  }
  // An open page writes its entries again, without effect, and then removes them.
  for (const { key, tab } of keys) if (!live.has(tab)) localStorage.removeItem(key)
  return entries
}

/** Skips a damaged entry. */
function entryIn(text: string | null): LogEntry | undefined {
  try {
    const entry: unknown = JSON.parse(text ?? '')
    return isEntry(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

/** Removes logs whose content is saved elsewhere. */
export async function forgetTabs(db: LogDatabase, logs: readonly Pick<TabLog, 'doc' | 'tab'>[]): Promise<void> {
  const transaction = db.transaction('log', 'readwrite', { durability: 'relaxed' })
  for (const { doc, tab } of logs) void transaction.store.delete(rangeOf(doc, tab))
  await transaction.done
  const tabs = new Set(logs.map(({ tab }) => tab))
  for (const { key, tab } of tailKeys()) if (tabs.has(tab)) localStorage.removeItem(key)
}

/** Removes logs of closed tabs whose content is saved, except the steps of recently edited documents. */
export async function removeOldLogs(db: LogDatabase): Promise<void> {
  // Without locks it is unknown which tabs are open.
  if (!navigator.locks) return
  const lasts: LogEntry[] = []
  const { store } = db.transaction('log')
  for (let at = await store.openCursor(null, 'prev'); at;) {
    lasts.push(at.value)
    const [doc, tab] = at.key
    at = await store.openCursor(IDBKeyRange.upperBound([doc, tab]), 'prev')
  }
  const live = await liveTabs()
  const kept = new Set<string>()
  const old = lasts
    .sort((a, b) => b.at - a.at)
    .filter(({ doc, tab, isUnsaved }) => {
      if (kept.size < MAX_DOCUMENTS) kept.add(doc)
      return !kept.has(doc) && !isUnsaved && !live.has(tab)
    })
  if (old.length > 0) await forgetTabs(db, old)
}
