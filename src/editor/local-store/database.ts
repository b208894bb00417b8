import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LogEntry } from './log.ts'

type Key = [doc: string, tab: string, seq: number]

interface LogSchema extends DBSchema {
  log: { key: Key; value: LogEntry }
}

/** What this browser keeps of edits: one log for each document in each tab. */
export type LogDatabase = IDBPDatabase<LogSchema>

/** Opens the database; each reader has its own connection. */
export const openLogs = (): Promise<LogDatabase> =>
  openDB<LogSchema>('cuelane-edits', 1, {
    upgrade: (db) => void db.createObjectStore('log', { keyPath: ['doc', 'tab', 'seq'] }),
  })

/** All entries of a document, or of one tab of it. */
export const rangeOf = (doc: string, tab?: string): IDBKeyRange => {
  const prefix = tab === undefined ? [doc] : [doc, tab]
  // An array sorts after every number and text.
  return IDBKeyRange.bound(prefix, [...prefix, []])
}

/**
 * Writes entries in one transaction. Relaxed: an answer that waits for the disk would come late, and what is lost with the
 * power a moment later was a moment old.
 */
export async function putEntries(db: LogDatabase, entries: readonly LogEntry[]): Promise<void> {
  const transaction = db.transaction('log', 'readwrite', { durability: 'relaxed' })
  // Each refusal of a single entry is also that of the transaction.
  for (const entry of entries) transaction.store.put(entry).catch(() => undefined)
  // By hand: left to itself a transaction ends with its page, and is lost.
  transaction.commit()
  await transaction.done
}

const TAIL = 'cuelane-edits '

/** The name of an entry in local storage, where it stays until the database has it. */
export const tailKey = ({ tab, seq }: Pick<LogEntry, 'tab' | 'seq'>): string => `${TAIL}${tab} ${seq}`

/** The names of all entries in local storage, with their tabs. */
export const tailKeys = (): readonly { readonly key: string; readonly tab: string }[] =>
  keysWith(TAIL).map((key) => ({ key, tab: key.split(' ')[1] ?? '' }))

/** Names in local storage that begin so; none where it is closed to us. */
export function keysWith(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
