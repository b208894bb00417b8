import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { PlacedFile } from './take-files.ts'

interface WaitingSchema extends DBSchema {
  /** One entry: the files that wait for an account. */
  files: { key: 'all'; value: { readonly files: readonly PlacedFile[]; readonly keptAt: number } }
}

/** Signing in at another site takes minutes. */
const KEPT_MS = 60 * 60 * 1000

let opened: Promise<IDBPDatabase<WaitingSchema>> | undefined
const database = (): Promise<IDBPDatabase<WaitingSchema>> =>
  (opened ??= openDB<WaitingSchema>('cuelane-waiting', 1, {
    upgrade: (db) => void db.createObjectStore('files'),
  }))

/** Stores files with their content while the page is left; false if the browser has no room for them. */
export async function keepWaiting(files: readonly PlacedFile[]): Promise<boolean> {
  try {
    const db = await database()
    if (files.length === 0) {
      await db.delete('files', 'all')
      return true
    }
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    const size = files.reduce((sum, { file }) => sum + file.size, 0)
    if (size > quota - usage) return false
    await db.put('files', { files: [...files], keptAt: Date.now() }, 'all')
    return true
  } catch {
    return files.length === 0
  }
}

/** The stored files, once: another tab does not get them too. */
export async function takeWaiting(): Promise<readonly PlacedFile[]> {
  try {
    const change = (await database()).transaction('files', 'readwrite')
    const entry = await change.store.get('all')
    await change.store.delete('all')
    await change.done
    return entry && entry.keptAt > Date.now() - KEPT_MS ? entry.files : []
  } catch {
    // Without storage nothing was stored, which was said before the page was left.
    return []
  }
}
