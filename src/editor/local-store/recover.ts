import { carryOver } from './carry-over.ts'
import { type LogDatabase, putEntries, rangeOf, tailKey, tailKeys } from './database.ts'
import { fold, type Folded, isEntry, type LogEntry } from './log.ts'

/** Documents whose steps are kept; the one that was not edited for longest goes first. */
const MAX_DOCUMENTS = 20
const LOCK = 'cuelane-edits '

/** Marks the log of a tab as in use, for other pages; returns what ends that. */
export function holdTab(tab: string): () => Promise<void> {
  let release: () => void = () => undefined
  const isClosed = new Promise<void>((resolve) => (release = resolve))
  // Without locks (a page that is not served securely) another tab may recover these edits too: they merge.
  const held = navigator.locks?.request(LOCK + tab, () => isClosed)
  return async () => {
    release()
    // The page that opens the document next recovers what is left: it has to be free by then.
    await held
  }
}

/** Runs work that moves logs of other tabs: one page at a time. */
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

/** The logs of a document, of tabs that are gone and of those that are open. */
export async function readLogs(db: LogDatabase, doc: string): Promise<TabLog[]> {
  // Before the entries: a page may add more until it is gone.
  const live = await liveTabs()
  await carryOver(db)
  const tails = await takeTails(db, live)
  const read = [...(await db.getAll('log', rangeOf(doc))), ...tails.filter((entry) => entry.doc === doc)]
  // What is in both counts once.
  const entries = [...new Map(read.map((entry) => [tailKey(entry), entry])).values()]
  return [...new Set(entries.map(({ tab }) => tab))].map((tab) => {
    const own = entries.filter((entry) => entry.tab === tab)
    return { doc, tab, isLive: live.has(tab), fold: (text) => fold(own, text) }
  })
}

/** Moves what pages have in local storage to the database, where that has room; gives all of it. */
async function takeTails(db: LogDatabase, live: ReadonlySet<string>): Promise<LogEntry[]> {
  const keys = tailKeys()
  const entries = keys.map(({ key }) => entryIn(localStorage.getItem(key))).filter((entry) => entry !== undefined)
  if (keys.length === 0) return entries
  try {
    await putEntries(db, entries)
  } catch {
    return entries
  }
  // A page that lives writes its own once more, which changes nothing, and removes them then.
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

/** Removes logs: all that was in them is elsewhere now. */
export async function forgetTabs(db: LogDatabase, logs: readonly Pick<TabLog, 'doc' | 'tab'>[]): Promise<void> {
  const transaction = db.transaction('log', 'readwrite', { durability: 'relaxed' })
  for (const { doc, tab } of logs) void transaction.store.delete(rangeOf(doc, tab))
  await transaction.done
  const tabs = new Set(logs.map(({ tab }) => tab))
  for (const { key, tab } of tailKeys()) if (tabs.has(tab)) localStorage.removeItem(key)
}

/** Removes logs of tabs that are gone and had all stored elsewhere, but for the steps of the documents that were edited last. */
export async function removeOldLogs(db: LogDatabase): Promise<void> {
  // Which tabs live is not known.
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
