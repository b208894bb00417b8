import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { fromPglite, type ConstructorOptions } from 'pg-boss'
import { listeners, usualConnections } from './connections.ts'
import { Listening } from './listen.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { takeLock } from './lock.ts'

export type Db = Kysely<Schema>
/** Calls inside a transaction take this: on the embedded database a call on `Db` there is a deadlock. */
export type Tx = Transaction<Schema>

export interface Store {
  readonly kind: 'embedded' | 'postgres'
  readonly db: Db
  /** How the job engine accesses the same database. */
  readonly bossOptions: ConstructorOptions
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

// Sizes and counts are far below 2^53; as text every sum would be a string.
pg.types.setTypeParser(20, Number)

const BYTEA = 17
/** The engine converts bytes one by one: a file of 1 MB would block the thread for 70 ms. */
const types = {
  parsers: { 20: Number, [BYTEA]: (hex: string) => Buffer.from(hex.slice(2), 'hex') },
  serializers: { [BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
}

/** PGlite in a folder, or in memory from a dump: a tar file of `dumpDataDir`. */
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

/** A query waits this long for a connection of the pool, and a connection for the server. */
const CONNECT_LIMIT_MS = 10_000
/** The server ends a statement after this, and a transaction that says nothing for so long: both may hold locks. */
const STATEMENT_LIMIT_MS = 60_000

/** `limitMs`: how long a statement may take; 0 for any time. */
function openPool(url: string, schema: string, connections: number, limitMs = STATEMENT_LIMIT_MS): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    options: `-c search_path=${schema}`,
    max: connections - listeners,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    statement_timeout: limitMs,
    idle_in_transaction_session_timeout: limitMs,
  })
  // An idle connection's error must not end the process: the pool replaces it.
  pool.on('error', () => undefined)
  // Nor an error between two statements of a transaction: the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const onPool = (pool: pg.Pool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

/** Connections to a PostgreSQL server whose tables are left as they are. */
export function connectPostgres(url: string, schema: string): Db {
  return onPool(openPool(url, schema, usualConnections))
}

/** Creates and migrates the schema, however long that takes. */
async function prepareSchema(url: string, schema: string): Promise<void> {
  const db = onPool(openPool(url, schema, usualConnections, 0))
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
    await migrate(db, schema)
  } finally {
    await db.destroy()
  }
}

/**
 * A PostgreSQL server; everything is in one schema, beside the job engine's. `limitMs`: how long a statement may take.
 */
export async function openPostgres(
  url: string,
  schema: string,
  connections = usualConnections,
  limitMs?: number,
): Promise<Store> {
  await prepareSchema(url, schema)
  const pool = openPool(url, schema, connections, limitMs)
  const db = onPool(pool)
  const listening = new Listening(url)
  return {
    kind: 'postgres',
    db,
    bossOptions: {
      schema: `${schema}_jobs`,
      db: {
        executeSql: (text, values) => pool.query(text, values),
        listen: async (channel, onMessage, onConnect) => ({
          close: await listening.listen(channel, onMessage, onConnect),
        }),
      },
    },
    listen: (channel, onMessage) => listening.listen(channel, onMessage),
    close: async () => {
      await db.destroy()
      // Kysely ends the pool only if it has used it.
      if (!pool.ending) await pool.end()
    },
  }
}
