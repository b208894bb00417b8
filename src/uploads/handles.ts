import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

interface HandleSchema extends DBSchema {
  /** By the fingerprint of the file. */
  files: { key: string; value: { handle: FileSystemFileHandle; keptAt: number } }
}

/** Longer than the server keeps parts of an upload. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** What opens files of this page again, where the browser gave it. */
const handles = new WeakMap<File, FileSystemFileHandle>()

let opened: Promise<IDBPDatabase<HandleSchema>> | undefined
const database = (): Promise<IDBPDatabase<HandleSchema>> =>
  (opened ??= openDB<HandleSchema>('cuelane-uploads', 1, {
    upgrade: (db) => void db.createObjectStore('files'),
  }))

type Picker = (options: {
  multiple: boolean
  types: readonly { accept: Record<string, readonly string[]> }[]
}) => Promise<FileSystemFileHandle[]>

/** Lets the person choose files so that a later visit can open them again; undefined where the browser has no such thing. */
export function handlePicker(extensions: readonly string[]): (() => Promise<File[]>) | undefined {
  const { showOpenFilePicker: pick } = window as unknown as { showOpenFilePicker?: Picker }
  if (!pick) return undefined
  return async () => {
    try {
      const chosen = await pick({ multiple: true, types: [{ accept: { 'video/*': extensions } }] })
      return await Promise.all(chosen.map(fileWithHandle))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return []
      throw error
    }
  }
}

async function fileWithHandle(handle: FileSystemFileHandle): Promise<File> {
  const file = await handle.getFile()
  handles.set(file, handle)
  return file
}

/** Files of a drop that are no folders; asked for before the first wait, since a drop's items are gone after it. */
export function droppedHandles(items: DataTransferItemList): (files: readonly File[]) => Promise<void> {
  type Item = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }
  const asked = [...items].flatMap((item: Item) => item.getAsFileSystemHandle?.().catch(() => null) ?? [])
  return async (files) => {
    for (const handle of await Promise.all(asked)) {
      const file = files.find(({ name }) => name === handle?.name)
      if (file && handle instanceof FileSystemFileHandle) handles.set(file, handle)
    }
  }
}

/** Keeps what opens a file again while it is sent. A browser that keeps nothing is no fault: the file is chosen again. */
export async function keepHandle(fingerprint: string, file: File): Promise<void> {
  const handle = handles.get(file)
  if (!handle) return
  try {
    await (await database()).put('files', { handle, keptAt: Date.now() }, fingerprint)
  } catch {
    // As above.
  }
}

/** What opens files again, by their fingerprints; what is too old is forgotten. */
export async function keptHandles(): Promise<ReadonlyMap<string, FileSystemFileHandle>> {
  try {
    const db = await database()
    const kept = new Map<string, FileSystemFileHandle>()
    for (const key of await db.getAllKeys('files')) {
      const entry = await db.get('files', key)
      if (entry && entry.keptAt > Date.now() - KEPT_MS) kept.set(key, entry.handle)
      else await db.delete('files', key)
    }
    return kept
  } catch {
    return new Map()
  }
}

/** The file arrived, or is not wanted any more. */
export async function forgetHandle(fingerprint: string): Promise<void> {
  try {
    await (await database()).delete('files', fingerprint)
  } catch {
    // What was not kept needs no forgetting.
  }
}

/** Has a file that was opened by a kept handle kept again if it breaks off once more. */
export function noteHandle(file: File, handle: FileSystemFileHandle): void {
  handles.set(file, handle)
}
