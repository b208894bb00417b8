import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#server/store/db.ts'
import { openQueue } from '#server/store/queue.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of an embedded database without any data; undefined where the tests run on DATABASE_URL. */
    readonly emptyDatabase: string | undefined
  }
}

/** An embedded database and the tables of its queue take seconds to make: the tests copy this one. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (process.env['DATABASE_URL']) {
    provide('emptyDatabase', undefined)
    return () => Promise.resolve()
  }
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-database-'))
  const store = await openEmbedded(folder)
  await (await openQueue(store, () => undefined)).stop()
  await store.close()
  provide('emptyDatabase', join(folder, 'database'))
  return () => rm(folder, { recursive: true, force: true })
}
