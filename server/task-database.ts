import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openEmbedded } from './store/db.ts'
import { openQueue } from './store/queue.ts'

const MIGRATIONS = join(import.meta.dirname, 'store', 'migrations')
/** What is not whole yet begins with this. */
const NEW = 'new-'

/**
 * Puts an empty database into a data folder. To make one takes seconds: the first one of a version of the product is kept
 * in a cache, where that can be written, and copied from then on.
 */
export async function placeDatabase(dataDir: string, root: string): Promise<void> {
  const cache = join(root, '.cache', 'task-database')
  const version = await versionOf(root)
  const kept = join(cache, version)
  try {
    await mkdir(cache, { recursive: true })
    if (!(await readdir(cache)).includes(version)) await makeDatabase(cache, kept)
    await cp(join(kept, 'database'), join(dataDir, 'database'), { recursive: true })
  } catch (error) {
    if (!isNotWritable(error)) throw error
  }
}

/** Changes with every migration and with the database's own version. */
async function versionOf(root: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package.json')))
  for (const name of (await readdir(MIGRATIONS)).sort())
    hash.update(name).update(await readFile(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

/** It has its name when it is whole: two commands may want it at once. Those of other versions go. */
async function makeDatabase(cache: string, kept: string): Promise<void> {
  const making = await mkdtemp(join(cache, NEW))
  const store = await openEmbedded(making)
  await (await openQueue(store, () => undefined)).stop()
  await store.close()
  await rename(making, kept).catch(async (error: NodeJS.ErrnoException) => {
    await rm(making, { recursive: true })
    // Another command was quicker.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  const others = (await readdir(cache)).filter((name) => name !== basename(kept) && !name.startsWith(NEW))
  await Promise.all(others.map((name) => rm(join(cache, name), { recursive: true, force: true })))
}

function isNotWritable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOSPC'
}
