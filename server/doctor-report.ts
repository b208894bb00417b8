import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { engineLines, optionalLines } from './doctor.ts'
import { engineAdapters } from './engines/index.ts'
import { findEngines } from './engines/registry.ts'
import { openPostgres } from './store/db.ts'

/** Prints what a start would find. */
const config = readConfig(process.env, join(import.meta.dirname, '..'))
const lines = [`Node ${process.versions.node}`, ...(await dataLines()), await databaseLine(), ...(await engines())]
process.stdout.write(`${lines.map((line) => `  ${line}`).join('\n')}\n`)

async function dataLines(): Promise<string[]> {
  try {
    await mkdir(config.dataDir, { recursive: true })
    await access(config.dataDir, constants.W_OK)
    const { bavail, bsize } = await statfs(config.dataDir)
    return [`✓ data folder ${config.dataDir}, ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free`]
  } catch (error) {
    return [`✗ data folder ${config.dataDir}: ${String(error)}. Choose another: CUELANE_DATA=folder`]
  }
}

async function databaseLine(): Promise<string> {
  if (!config.databaseUrl) return '✓ database: embedded (set DATABASE_URL for PostgreSQL)'
  try {
    await (await openPostgres(config.databaseUrl, config.databaseSchema)).close()
    return '✓ database: PostgreSQL'
  } catch (error) {
    return `✗ database: ${String(error)}. Check DATABASE_URL and that the server runs`
  }
}

async function engines(): Promise<string[]> {
  const { reports } = await findEngines(process.env, engineAdapters)
  return [...engineLines(reports), ...optionalLines(reports)]
}
