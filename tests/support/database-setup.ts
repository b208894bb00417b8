import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { openPostgres, type Store } from '#server/store/db.ts'
import { openQueue } from '#server/store/queue.ts'
import { emptyDatabase } from '#server/task-database.ts'
import { databaseName, mayMakeDatabases, onDatabase, urlOf } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of this run for what preparing a video made. */
    readonly preparedVideos: string
    /** A dump of the same database, to be opened in memory. */
    readonly databaseDump: string | undefined
    /** Folder of an embedded database without data; undefined on DATABASE_URL. */
    readonly emptyDatabase: string | undefined
    /**
     * A database without data on DATABASE_URL, with its tables in the schema of the same name; undefined if its user may
     * not create databases.
     */
    readonly templateDatabase: string | undefined
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const videos = await mkdtemp(join(tmpdir(), 'cuelane-videos-'))
  provide('preparedVideos', videos)
  const dropDatabase = await provideDatabase(provide)
  return async () => {
    await dropDatabase()
    await rm(videos, { recursive: true, force: true })
  }
}

/** Creating tables and queue takes seconds: the tests copy this database, which a version of the product makes once. */
async function provideDatabase(provide: TestProject['provide']): Promise<() => Promise<void>> {
  const url = process.env['DATABASE_URL']
  provide('emptyDatabase', undefined)
  provide('databaseDump', undefined)
  provide('templateDatabase', undefined)
  if (!url) {
    const folder = await mkdtemp(join(tmpdir(), 'cuelane-database-'))
    const [database, dump] = [join(folder, 'database'), join(folder, 'database.tar')]
    const empty = await emptyDatabase(join(import.meta.dirname, '../..'))
    await (await PGlite.create(database, { loadDataDir: empty })).close()
    await writeFile(dump, empty.stream())
    provide('emptyDatabase', database)
    provide('databaseDump', dump)
    return () => rm(folder, { recursive: true, force: true })
  }
  if (!(await mayMakeDatabases(url))) return () => Promise.resolve()
  const name = databaseName()
  await onDatabase(url, `create database ${name}`)
  await fill(await openPostgres(urlOf(name), name))
  provide('templateDatabase', name)
  return async () => void (await onDatabase(url, `drop database ${name} with (force)`))
}

async function fill(store: Store): Promise<void> {
  await (await openQueue(store, () => undefined)).stop()
  await store.close()
}
