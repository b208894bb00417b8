import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from './app/deps.ts'
import { SignedUrls } from './app/signed-urls.ts'
import { installSamples } from './app/samples.ts'
import type { Config } from './config.ts'
import { findEngines } from './engines/capabilities.ts'
import { type Db, openEmbedded, openPostgres, type Store } from './store/db.ts'
import { DiskBlobs } from './store/disk-blobs.ts'
import { openQueue } from './store/queue.ts'
import type { Blobs } from './store/blobs.ts'

export interface Services {
  readonly deps: Deps
  readonly store: Store
  close(): Promise<void>
}

/** Opens everything a role needs, in order; what is open is closed again when a later part fails. */
export async function createServices(config: Config, onQueueError: (error: unknown) => void): Promise<Services> {
  await mkdir(config.dataDir, { recursive: true })
  // Looked for while the database opens; a fault there must not leave this one unheard.
  const engines = findEngines(config.engines)
  engines.catch(() => undefined)
  const store = config.databaseUrl
    ? await openPostgres(config.databaseUrl, config.databaseSchema)
    : await openEmbedded(join(config.dataDir))
  try {
    const queue = await openQueue(store, onQueueError)
    const workDir = join(config.dataDir, 'work', String(process.pid))
    await mkdir(workDir, { recursive: true })
    const deps: Deps = {
      db: store.db,
      blobs: await openBlobs(config),
      queue,
      signedUrls: new SignedUrls(await signingSecret(store.db)),
      engines: await engines,
      workDir,
    }
    await installSamples(deps)
    return {
      deps,
      store,
      close: async () => {
        await queue.stop()
        await rm(workDir, { recursive: true, force: true })
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The SDK of the bucket takes half a second to load: only those wait for it who use one. */
async function openBlobs(config: Config): Promise<Blobs> {
  if (!config.s3) return new DiskBlobs(join(config.dataDir, 'blobs'))
  const { S3Blobs } = await import('./store/s3-blobs.ts')
  return new S3Blobs(config.s3)
}

/** One secret for all processes of an installation, made at the first start. */
async function signingSecret(db: Db): Promise<string> {
  await db
    .insertInto('setting')
    .values({ key: 'signing_secret', value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'signing_secret')
    .executeTakeFirstOrThrow()
  return row.value
}
