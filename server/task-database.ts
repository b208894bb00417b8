import { createHash } from 'node:crypto'
import { existsSync, openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerAccount } from './app/accounts.ts'
import { grantCredits } from './app/credits/grant.ts'
import type { Deps } from './app/deps.ts'
import { openEmbedded, type Store } from './store/db.ts'
import { dumpEmbedded } from './store/dump.ts'
import { newId } from './store/id.ts'
import { openQueue } from './store/queue.ts'

const PLENTY = 1_000_000
const MIGRATIONS = join(import.meta.dirname, 'store', 'migrations')
/** Prefix of incomplete files. */
const NEW = 'new-'

/** Opens an empty database in memory. */
export async function openTaskDatabase(root: string): Promise<Store> {
  return openEmbedded(await emptyDatabase(root))
}

/**
 * A dump of an empty database. Creating one takes seconds, so each version of the product caches its first one, if the
 * cache is writable.
 */
export async function emptyDatabase(root: string): Promise<Blob> {
  const cache = join(root, '.cache', 'task-database')
  const name = `${await versionOf(root)}.tar`
  const path = join(cache, name)
  if (existsSync(path)) return openAsBlob(path)
  const dump = await makeDatabase()
  await keep(cache, name, dump)
  return new Blob([dump])
}

/** A customer with unlimited credits. */
export async function newTaskAccount({ db, signedUrls }: Pick<Deps, 'db' | 'signedUrls'>): Promise<string> {
  const person = { name: 'task', email: 'task@example.org', password: newId() }
  await registerAccount({ db, signedUrls, device: 'cuelane task', network: '' }, person, undefined)
  const { id } = await db.selectFrom('account').select('id').where('name', '=', person.name).executeTakeFirstOrThrow()
  const grant = { source: 'gift', reason: 'task', idempotencyKey: 'task', amount: PLENTY } as const
  await db.transaction().execute((tx) => grantCredits(tx, id, grant))
  return id
}

/** Changes with every migration and with the database's version. */
async function versionOf(root: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package.json')))
  for (const name of (await readdir(MIGRATIONS)).sort())
    hash.update(name).update(await readFile(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

async function makeDatabase(): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-database-'))
  try {
    const store = await openEmbedded(folder)
    await (await openQueue(store, () => undefined)).stop()
    await store.close()
    return await dumpEmbedded(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Renamed when complete, as two commands may create it at once. Those of other versions are removed. */
async function keep(cache: string, name: string, dump: Buffer): Promise<void> {
  const making = join(cache, `${NEW}${newId()}`)
  try {
    await mkdir(cache, { recursive: true })
    await writeFile(making, dump)
    await rename(making, join(cache, name))
    const others = (await readdir(cache)).filter((other) => other !== name && !other.startsWith(NEW))
    await Promise.all(others.map((other) => rm(join(cache, other), { recursive: true, force: true })))
  } catch (error) {
    await rm(making, { force: true }).catch(() => undefined)
    if (!isNotWritable(error)) throw error
  }
}

function isNotWritable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOSPC'
}
