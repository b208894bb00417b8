import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setupText } from './app/messages.ts'
import { type Config, readConfig } from './config.ts'
import { engineLines, optionalLines, workerLines } from './doctor.ts'
import { engineAdapters } from './engines/index.ts'
import { offersOf } from './engines/offers.ts'
import { findEngines } from './engines/registry.ts'
import { ConfigError } from './settings.ts'
import { connectPostgres, type Db } from './store/db.ts'
import { type SchemaState, schemaState } from './store/migrate.ts'

const databaseLine: Readonly<Record<SchemaState, string>> = {
  none: '· database: PostgreSQL, without tables: the first start makes them',
  older: '· database: PostgreSQL, of an older version: the next start of a server brings it up to date',
  same: '✓ database: PostgreSQL',
  newer: '✗ database: PostgreSQL, of a newer version of Cuelane: start that version here',
}

/** Prints what a start would find here, or what runs already. */
try {
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  const lines = [
    `Node ${process.versions.node}`,
    ...(await dataLines(config)),
    googleLine(config),
    ...(config.databaseUrl ? await postgresLines(config, config.databaseUrl) : await embeddedLines(config)),
  ]
  process.stdout.write(`${lines.map((line) => `  ${line}`).join('\n')}\n`)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stdout.write(`  ✗ ${error.message}\n`)
  process.exitCode = 1
}

function googleLine({ google }: Config): string {
  return google.remedy ? `· sign-in by Google: ${setupText('en', google.remedy)}` : '✓ sign-in by Google'
}

async function dataLines({ dataDir }: Config): Promise<string[]> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    return [`✓ data folder ${dataDir}, ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free`]
  } catch (error) {
    return [`✗ data folder ${dataDir}: ${String(error)}. Choose another: CUELANE_DATA=folder`]
  }
}

/** The workers that run on this database; without any, this machine's engines. Changes nothing in the database. */
async function postgresLines({ databaseSchema }: Config, url: string): Promise<string[]> {
  try {
    const db = connectPostgres(url, databaseSchema)
    const { state, workers } = await look(db, databaseSchema).finally(() => db.destroy())
    const running = workers.length ? workers.flatMap(workerLines) : ['· no worker runs; this machine has:']
    return [databaseLine[state], ...running, ...(workers.length ? [] : await machineLines())]
  } catch (error) {
    const line = `✗ database: ${String(error)}. Check DATABASE_URL and that the server runs`
    return [line, ...(await machineLines())]
  }
}

async function look(db: Db, schema: string) {
  const state = await schemaState(db, schema)
  // Tables of other versions may be of another shape.
  return { state, workers: state === 'same' ? (await offersOf(db)).workers : [] }
}

/** The embedded database belongs to one process on this machine, so its engines are this machine's. */
async function embeddedLines({ host, port }: Config): Promise<string[]> {
  const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const answers = await fetch(`${address}/health/live`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  const running = answers ? `✓ a server runs at ${address}/ with these engines` : '· no server runs; this machine has:'
  return ['✓ database: embedded (set DATABASE_URL for PostgreSQL)', running, ...(await machineLines())]
}

async function machineLines(): Promise<string[]> {
  const { reports } = await findEngines(process.env, engineAdapters)
  return [...engineLines(reports), ...optionalLines(reports)]
}
