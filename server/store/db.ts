import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { fromPglite, type ConstructorOptions } from 'pg-boss'
import { listenOn } from './listen.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { takeLock } from './lock.ts'

export type Db = Kysely<Schema>
/** Inside a transaction every call takes this: on the embedded database a call on `Db` there waits for itself. */
export type Tx = Transaction<Schema>

export interface Store {
  readonly kind: 'embedded' | 'postgres'
  readonly db: Db
  /** How the job engine reaches the same database. */
  readonly bossOptions: ConstructorOptions
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

// Sizes and counts are far below 2^53; text would turn every sum into a string.
pg.types.setTypeParser(20, Number)

const BYTEA = 17
/** The engine's own conversion of bytes goes byte by byte: a file of 1 MB would hold the thread for 70 ms. */
const types = {
  parsers: { 20: Number, [BYTEA]: (hex: string) => Buffer.from(hex.slice(2), 'hex') },
  serializers: { [BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
}

/** PGlite in a folder, or in memory with the data of a dump: a tar file, as `dumpDataDir` makes it. */
export async function openEmbedded(place: string | Blob): Promise<Store> {
  if (typeof place === 'string') return openFolder(place)
  return embeddedStore(await PGlite.create('memory://', { ...types, loadDataDir: place }), () => undefined)
}

async function openFolder(dataDir: string): Promise<Store> {
  const release = await takeLock(join(dataDir, 'database.lock'))
  try {
    await mkdir(join(dataDir, 'database'), { recursive: true })
    return await embeddedStore(await PGlite.create(join(dataDir, 'database'), types), release)
  } catch (error) {
    release()
    throw error
  }
}

async function embeddedStore(pglite: PGlite, release: () => void): Promise<Store> {
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })
  await migrate(db)
  await pglite.exec("set cuelane.tells_changes = 'on'")
  return {
    kind: 'embedded',
    db,
    bossOptions: { db: fromPglite(pglite), backend: 'pglite', schema: 'pgboss' },
    listen: async (channel, onMessage) => pglite.listen(channel, onMessage),
    close: async () => {
      await db.destroy()
      release()
    },
  }
}

/** A PostgreSQL server; everything is in one schema, next to the job engine's own. */
export async function openPostgres(url: string, schema: string): Promise<Store> {
  const options = `-c search_path=${schema}`
  const pool = new pg.Pool({ connectionString: url, options, max: 10 })
  // A connection that breaks while idle must not end the process: the pool makes a new one.
  pool.on('error', () => undefined)
  // Nor one that breaks between two statements of a transaction: the next statement says it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
    await migrate(db, schema)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    kind: 'postgres',
    db,
    bossOptions: { connectionString: url, schema: `${schema}_jobs` },
    listen: (channel, onMessage) => listenOn(url, channel, onMessage),
    close: () => db.destroy(),
  }
}
