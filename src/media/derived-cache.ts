import type { DerivedKind } from '#core/domain/media.ts'

const FOLDER = 'derived'
const LIMIT_BYTES = 256 * 1024 ** 2
/** Largest share of the browser's quota: the journal of unsaved text has priority. */
const LIMIT_SHARE = 0.5
/** Least interval of marking a file as used. */
const USED_AFTER_MS = 24 * 3600 * 1000

/**
 * Caches assets in the browser's private files, by content hash. The least recently used are evicted. Without storage, or
 * with full storage, everything works uncached.
 */
export const derivedCache = {
  async read(contentHash: string, kind: DerivedKind): Promise<Blob | undefined> {
    try {
      const handle = await (await folder()).getFileHandle(nameOf(contentHash, kind))
      const file = await handle.getFile()
      if (Date.now() - file.lastModified > USED_AFTER_MS) void keep(contentHash, kind, file)
      return file.size > 0 ? file : undefined
    } catch {
      // Missing, or no storage: both mean to compute it.
      return undefined
    }
  },
  /** Returns whether it was cached. */
  write: keep,
}

async function keep(contentHash: string, kind: DerivedKind, content: Blob): Promise<boolean> {
  try {
    const place = await folder()
    const handle = await place.getFileHandle(nameOf(contentHash, kind), { create: true })
    const writer = await handle.createWritable()
    try {
      await writer.write(content)
      await writer.close()
    } catch (error) {
      await writer.abort().catch(() => undefined)
      await place.removeEntry(handle.name).catch(() => undefined)
      throw error
    }
    await makeRoom(place)
    return true
  } catch {
    // Full or forbidden: the result is used uncached.
    return false
  }
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(FOLDER, { create: true })
}

function nameOf(contentHash: string, kind: DerivedKind): string {
  return `${contentHash}.${kind}.1`
}

async function makeRoom(place: FileSystemDirectoryHandle): Promise<void> {
  const { quota = Infinity } = await navigator.storage.estimate()
  const files: File[] = []
  for await (const handle of place.values()) if (handle.kind === 'file') files.push(await handle.getFile())
  let held = files.reduce((sum, { size }) => sum + size, 0)
  files.sort((a, b) => a.lastModified - b.lastModified)
  for (const file of files) {
    if (held <= Math.min(LIMIT_BYTES, quota * LIMIT_SHARE)) return
    await place.removeEntry(file.name)
    held -= file.size
  }
}
