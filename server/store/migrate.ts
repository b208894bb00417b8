import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Where the migrator records what it did. */
const TABLE = 'kysely_migration'

const namesOf = async (): Promise<string[]> => (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()

/** Numbered SQL files, never edited once released. A statement ends with `;` at a line's end. */
const provider: MigrationProvider = {
  async getMigrations() {
    const names = await namesOf()
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

/** How a database's tables compare with this program's migrations. */
export type SchemaState = 'none' | 'older' | 'same' | 'newer'

/** Reads which migrations are recorded and changes nothing: the migrator lists all tables twice, a tenth of a start. */
export async function schemaState<T>(db: Kysely<T>, schema?: string): Promise<SchemaState> {
  const place = schema === undefined ? sql.id(TABLE) : sql.id(schema, TABLE)
  const text = [schema, TABLE]
    .flatMap((name) => (name === undefined ? [] : `"${name.replaceAll('"', '""')}"`))
    .join('.')
  const found = await sql<{ isThere: boolean }>`select to_regclass(${text}) is not null as "isThere"`.execute(db)
  if (found.rows[0]?.isThere !== true) return 'none'
  const { rows } = await sql<{ name: string }>`select name from ${place}`.execute(db)
  const [done, own] = [new Set(rows.map(({ name }) => name)), new Set(await namesOf())]
  if ([...done].some((name) => !own.has(name))) return 'newer'
  return done.size === own.size ? 'same' : done.size === 0 ? 'none' : 'older'
}

/** Migrates the database to the newest schema; safe when several processes start at once. */
export async function migrate<T>(db: Kysely<T>, schema?: string): Promise<void> {
  if ((await schemaState(db, schema)) === 'same') return
  // By schema: another installation's tables may be in the same database.
  const options = schema === undefined ? { db, provider } : { db, provider, migrationTableSchema: schema }
  const { error } = await new Migrator(options).migrateToLatest()
  if (error) throw error
}
