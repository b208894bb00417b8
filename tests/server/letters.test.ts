import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendLater } from '#server/app/mail/send.ts'
import { startMail, type TestMail } from '#tests/support/mail.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const STAFF = 'staff@example.org'

let mail: TestMail
let server: TestServer
beforeAll(async () => {
  mail = await startMail()
  server = await startServer({ ...mail.env, MAIL_STAFF: STAFF }, { worker: false })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

/** Queues letters at once in separate transactions; returns how many an address has then. */
async function queued(to: string, count: number, most?: number): Promise<number> {
  const { deps } = server.services
  const letter = { to, subject: 'Hello', text: 'x' }
  const send = () => deps.db.transaction().execute((tx) => sendLater(deps, tx, letter, most))
  await Promise.all(Array.from({ length: count }, send))
  return (await deps.db.selectFrom('mail').select('id').where('recipient', '=', to).execute()).length
}

/** As if the letters to an address had been queued so long ago. */
async function letPass(to: string, hours: number): Promise<void> {
  const earlier = sql<Date>`created_at - make_interval(hours => ${hours}::int)`
  await server.services.deps.db.updateTable('mail').set({ created_at: earlier }).where('recipient', '=', to).execute()
}

test('an address gets twenty letters a day, also of many at once, and more the day after', async () => {
  expect(await queued('ada@example.org', 30)).toBe(20)
  expect(await queued('ben@example.org', 1)).toBe(1)
  await letPass('ada@example.org', 23)
  expect(await queued('ada@example.org', 1)).toBe(20)
  await letPass('ada@example.org', 2)
  expect(await queued('ada@example.org', 30)).toBe(40)
})

test('where a letter has a lower limit, that one holds; staff get all of theirs', async () => {
  expect(await queued('cleo@example.org', 10, 3)).toBe(3)
  expect(await queued(STAFF, 30)).toBe(30)
})
