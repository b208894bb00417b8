import { openDB } from 'idb'
import type { WireLine } from '#core/subtitle/wire.ts'

/** What is not on the server yet: the text, and the text it was made from. */
export interface JournalEntry {
  readonly fileId: string
  /** Revision that the edits began on. */
  readonly revision: number
  readonly base: readonly WireLine[]
  readonly lines: readonly WireLine[]
  readonly at: number
}

const database = openDB('cuelane-journal', 1, {
  upgrade: (db) => {
    db.createObjectStore('versions', { keyPath: 'fileId' })
  },
})

/** Kept in the browser before the server knows of it, so that a closed tab or a crash loses nothing. */
export const journal = {
  async write(entry: JournalEntry): Promise<void> {
    await (await database).put('versions', entry)
  },
  async read(fileId: string): Promise<JournalEntry | undefined> {
    return (await (await database).get('versions', fileId)) as JournalEntry | undefined
  },
  async clear(fileId: string): Promise<void> {
    await (await database).delete('versions', fileId)
  },
}
