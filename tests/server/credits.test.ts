import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, grantCredits } from '#server/app/credits/grant.ts'
import { holdCredits, releaseCredits, settleCredits } from '#server/app/credits/spend.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let accountId: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  accountId = (await server.ok('getInfo', {}, await signUp(server))).user_id
})
afterAll(() => server.close())

const grant = (idempotencyKey: string, amount = 10, owner = accountId) =>
  server.services.deps.db
    .transaction()
    .execute((tx) =>
      grantCredits(tx, owner, { source: 'gift', reason: 'thank you', idempotencyKey, amount, days: undefined }),
    )
const total = async (owner = accountId) => (await balanceOf(server.services.deps.db, owner)).total

test('a second grant for the same reason is given; the same key again gives nothing and answers the same', async () => {
  const first = await grant('staff 1')
  expect(await total()).toBe(210)
  expect(await grant('staff 2', 20)).toMatchObject({ amount: 20 })
  expect(await total()).toBe(230)
  expect(await grant('staff 1', 99)).toEqual(first)
  expect(await total()).toBe(230)
  const other = (await server.ok('getInfo', {}, await signUp(server))).user_id
  expect(await grant('staff 1', 5, other)).toMatchObject({ amount: 5 })
  expect(await total(other)).toBe(205)
})

test('a hold is given back once, and spent credits are not', async () => {
  const { db } = server.services.deps
  await db.transaction().execute((tx) => holdCredits(tx, accountId, { id: 'task-a' }, 205))
  await db.transaction().execute((tx) => holdCredits(tx, accountId, { id: 'task-b' }, 5))
  expect(await total()).toBe(20)
  for (const _ of ['once', 'again']) await db.transaction().execute((tx) => releaseCredits(tx, 'task-a'))
  expect(await total()).toBe(225)
  await db.transaction().execute((tx) => settleCredits(tx, 'task-b'))
  await db.transaction().execute((tx) => releaseCredits(tx, 'task-b'))
  expect(await total()).toBe(225)
})
