import pg from 'pg'
import { newId } from '#server/store/id.ts'

/** A unique name for a database or schema. */
export function databaseName(): string {
  return `test_${newId()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')}`
}

/** The address of another database of the same server. */
export function urlOf(name: string, url = process.env['DATABASE_URL'] ?? ''): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs statements on a PostgreSQL database one by one; returns the last one's rows. */
export async function onDatabase(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** Whether the address's user may create databases. */
export async function mayMakeDatabases(url: string): Promise<boolean> {
  const [role] = await onDatabase(
    url,
    'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
  )
  return role?.['may'] === true
}
