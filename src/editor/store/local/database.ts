import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LogEntry } from '../../model/log.ts'

type Key = [doc: string, tab: string, seq: number]

interface LogSchema extends DBSchema {
  log: { key: Key; value: LogEntry }
}

/** The browser's database of edits: one log per document and tab. */
export type LogDatabase = IDBPDatabase<LogSchema>

/** Opens the database; each reader has a separate connection. */
export const openLogs = (): Promise<LogDatabase> =>
  openDB<LogSchema>('cuelane-edits', 1, {
    upgrade: (db) => void db.createObjectStore('log', { keyPath: ['doc', 'tab', 'seq'] }),
  })

/** Key range of a document's entries, or of one tab's. */
export const rangeOf = (doc: string, tab?: string): IDBKeyRange => {
  const prefix = tab === undefined ? [doc] : [doc, tab]
  // Arrays sort after all numbers and strings.
  return IDBKeyRange.bound(prefix, [...prefix, []])
}

/**
 * Writes entries in one transaction. Relaxed durability: waiting for the disk is slow, and a power cut loses only the
 * last moment.
 */
export async function putEntries(db: LogDatabase, entries: readonly LogEntry[]): Promise<void> {
  const transaction = db.transaction('log', 'readwrite', { durability: 'relaxed' })
  // An error of one entry also rejects the transaction.
  for (const entry of entries) transaction.store.put(entry).catch(() => undefined)
  // Explicit: otherwise a closing page aborts the transaction.
  transaction.commit()
  await transaction.done
}

const TAIL = 'cuelane-edits '

/** Key of an entry in local storage, where it stays until the database has it. */
export const tailKey = ({ tab, seq }: Pick<LogEntry, 'tab' | 'seq'>): string => `${TAIL}${tab} ${seq}`

/** Keys of all entries in local storage, with their tabs. */
export const tailKeys = (): readonly { readonly key: string; readonly tab: string }[] =>
  keysWith(TAIL).map((key) => ({ key, tab: key.split(' ')[1] ?? '' }))

/** Keys in local storage with a prefix; empty if the browser blocks it. */
export function keysWith(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
