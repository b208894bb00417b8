import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onDatabase } from '#tests/support/postgres.ts'
import { startServer, type TestServer, until } from '#tests/support/server.ts'

const url = process.env['DATABASE_URL']

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
afterAll(() => server.close())

test.skipIf(url === undefined)(
  'PostgreSQL that ends a connection between two statements ends that transaction alone (skipped on the embedded database)',
  async () => {
    const { db } = server.services.deps
    const transaction = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const pid = rows[0]!.pid
      await onDatabase(url!, `select pg_terminate_backend(${pid})`)
      const stands = `select 1 from pg_stat_activity where pid = ${pid}`
      await until(async () => (await onDatabase(url!, stands)).length === 0, 10)
      await sql`select 1`.execute(tx)
    })
    await expect(transaction).rejects.toThrow(/connection/i)
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
    expect(rows).toEqual([{ one: 1 }])
  },
)
