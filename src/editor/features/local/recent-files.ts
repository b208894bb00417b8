import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { randomId } from '#src/api/random-id.ts'
import type { EmbeddedTrack } from '../../media/embedded.ts'

/** A recently opened file of this computer. */
export interface RecentFile {
  readonly name: string
  /** Reopens the file; undefined if the browser has no handles, or has none for a dropped file. */
  readonly handle: FileSystemFileHandle | undefined
}

/** Files that were opened together, with their settings. */
export interface Recent {
  readonly id: string
  readonly video: RecentFile | undefined
  readonly subtitle: RecentFile | undefined
  /** The edited track of the video, in place of a file. */
  readonly track: EmbeddedTrack | undefined
  readonly isUnrolled: boolean
  readonly language: string
  /** The chosen encoding; undefined if it was guessed. */
  readonly encoding?: string | undefined
  /** 0 without a video. */
  readonly durationMs: number
  readonly lines: number
  /** Milliseconds since the epoch. */
  readonly openedAt: number
}

interface RecentSchema extends DBSchema {
  files: { key: string; value: Recent }
}

const MAX_RECENT = 20

let opened: Promise<IDBPDatabase<RecentSchema>> | undefined
const database = (): Promise<IDBPDatabase<RecentSchema>> =>
  (opened ??= openDB<RecentSchema>('cuelane-recent', 1, {
    upgrade: (db) => void db.createObjectStore('files', { keyPath: 'id' }),
  }))

/** Files opened in this browser, newest first; empty if it stores nothing. */
export async function recentFiles(): Promise<readonly Recent[]> {
  try {
    const all = await (await database()).getAll('files')
    return all.sort((a, b) => b.openedAt - a.openedAt)
  } catch {
    return []
  }
}

/** Moves files to the top of the list, each once. A browser without storage is no error. */
export async function keepRecent(recent: Omit<Recent, 'id' | 'openedAt'>): Promise<void> {
  const all = await recentFiles()
  const same: Recent[] = []
  for (const other of all) if (await isSame(recent, other)) same.push(other)
  const kept = { ...recent, id: randomId(), openedAt: Date.now() }
  const tooMany = all.filter((other) => !same.includes(other)).slice(MAX_RECENT - 1)
  const gone = [...same, ...tooMany].map(({ id }) => id)
  try {
    const db = await database()
    await replace(db, gone, kept).catch(() => replace(db, gone, withoutHandles(kept)))
  } catch {
    // The list is optional: files open without it.
  }
}

/** In one transaction: a page that is left in between would list the files twice. */
async function replace(db: IDBPDatabase<RecentSchema>, gone: readonly string[], kept: Recent): Promise<void> {
  const change = db.transaction('files', 'readwrite')
  const writes = [change.store.put(kept), ...gone.map((id) => change.store.delete(id))]
  await Promise.all([...writes, change.done])
}

/** Removes an entry; the files stay. */
export async function removeRecent(id: string): Promise<void> {
  await (await database()).delete('files', id)
}

/** Some browsers can't store handles. */
function withoutHandles(recent: Recent): Recent {
  const bare = (file: RecentFile | undefined) => file && { name: file.name, handle: undefined }
  return { ...recent, video: bare(recent.video), subtitle: bare(recent.subtitle) }
}

async function isSame(a: Omit<Recent, 'id' | 'openedAt'>, b: Recent): Promise<boolean> {
  if (a.track?.index !== b.track?.index) return false
  return (await isSameFile(a.video, b.video)) && isSameFile(a.subtitle, b.subtitle)
}

async function isSameFile(a: RecentFile | undefined, b: RecentFile | undefined): Promise<boolean> {
  if (a?.name !== b?.name) return false
  // Files of the same name may be in different folders.
  return a?.handle && b?.handle ? a.handle.isSameEntry(b.handle) : true
}
