import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Numbered SQL files, never edited once released. A statement ends with `;` at a line's end. */
const provider: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    const migrations: Record<string, Migration> = {}
    for (const name of names) {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      migrations[name] = { up: (db) => runStatements(db, text) }
    }
    return migrations
  },
}

async function runStatements(db: Kysely<unknown>, text: string): Promise<void> {
  for (const statement of text.split(/;\s*$/m)) {
    if (statement.trim()) await sql.raw(statement).execute(db)
  }
}

/** Migrates the database to the newest schema; safe when several processes start at once. */
export async function migrate<T>(db: Kysely<T>, schema?: string): Promise<void> {
  // By schema: another installation's tables may be in the same database.
  const options = schema === undefined ? { db, provider } : { db, provider, migrationTableSchema: schema }
  const { error } = await new Migrator(options).migrateToLatest()
  if (error) throw error
}
