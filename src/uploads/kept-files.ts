import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Stored data of an unfinished upload. */
export interface KeptUpload {
  /** Reopens the file, if the browser supports it. */
  readonly handle?: FileSystemFileHandle | undefined
  /** Subtitle files to become versions: small, and not requested again. */
  readonly subtitles: readonly File[]
}

interface KeptSchema extends DBSchema {
  /** By the upload's key. */
  files: { key: string; value: Partial<KeptUpload> & { readonly keptAt: number } }
}

/** Longer than the server keeps parts of an upload. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

let opened: Promise<IDBPDatabase<KeptSchema>> | undefined
const database = (): Promise<IDBPDatabase<KeptSchema>> =>
  (opened ??= openDB<KeptSchema>('cuelane-uploads', 1, {
    upgrade: (db) => void db.createObjectStore('files'),
  }))

/** Stores what resumes an upload at a later visit. Without storage files are chosen again. */
export async function keepUpload(key: string, { handle, subtitles }: KeptUpload): Promise<void> {
  if (!handle && subtitles.length === 0) return forgetKept(key)
  try {
    await (await database()).put('files', { ...(handle && { handle }), subtitles, keptAt: Date.now() }, key)
  } catch {
    // As above.
  }
}

/** Stored data of one upload. */
export async function keptUpload(key: string): Promise<KeptUpload> {
  return (await keptUploads()).get(key) ?? { subtitles: [] }
}

/** Stored data by upload key; old entries are deleted. */
export async function keptUploads(): Promise<ReadonlyMap<string, KeptUpload>> {
  try {
    const db = await database()
    const kept = new Map<string, KeptUpload>()
    for (const key of await db.getAllKeys('files')) {
      const entry = await db.get('files', key)
      if (!entry || entry.keptAt < Date.now() - KEPT_MS) await db.delete('files', key)
      else kept.set(key, { handle: entry.handle, subtitles: entry.subtitles ?? [] })
    }
    return kept
  } catch {
    return new Map()
  }
}

/** The upload is a video, or is not wanted any more. */
export async function forgetKept(key: string): Promise<void> {
  try {
    await (await database()).delete('files', key)
  } catch {
    // Not stored: nothing to delete.
  }
}
