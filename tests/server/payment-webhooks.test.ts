import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedgers } from '#server/app/credits/audit.ts'
import { holdCredits, releaseCredits } from '#server/app/credits/spend.ts'
import { askAboutOrder, ordersToAsk } from '#server/app/payments/ask.ts'
import { newId } from '#server/store/id.ts'
import { checkoutOf, tell } from '#tests/support/payments.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let shop: ReturnType<typeof checkoutOf>
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
  shop = checkoutOf(server, token)
})
afterAll(() => server.close())

test('a webhook that is replayed, side by side and later, counts once; one that came first for a refund waits', async () => {
  const { gateway, order, info, credits } = shop
  const id = await order()
  const before = await credits()
  const [message] = await gateway.act(id, 'pay')
  const codes = await Promise.all(Array.from({ length: 20 }, () => tell(server, message!)))
  expect(codes).toEqual(codes.map(() => 200))
  expect(await tell(server, message!)).toBe(200)
  expect(await credits()).toBe(before + 500)

  const other = await order()
  const [paid] = await gateway.act(other, 'pay')
  const refund = await gateway.actOnPayment(other, { refund: 900 })
  expect([await tell(server, refund), await tell(server, paid!)]).toEqual([200, 200])
  expect((await info(other)).state).toBe('refunded')
  expect(await credits()).toBe(before + 500)
})

test('a refund in parts takes as large a part of the credits, and never those of others', async () => {
  const { db, gateway, order, info, credits, act } = shop
  const person = await signUp(server)
  const { user_id } = await server.ok('getInfo', {}, person)
  const id = await order(person)
  await act(id, 'pay', person)
  await tell(server, await gateway.actOnPayment(id, { refund: 300 }))
  expect([await credits(person), (await info(id, person)).state]).toEqual([200 + 334, 'partly_refunded'])
  // The credits of the sign-up end later: those of the order are held.
  await db.transaction().execute((tx) => holdCredits(tx, user_id, { id: `held ${id}` }, 300))
  await tell(server, await gateway.actOnPayment(id, { refund: 600 }))
  expect([await credits(person), (await info(id, person)).state]).toEqual([200, 'refunded'])
  await db.transaction().execute((tx) => releaseCredits(tx, `held ${id}`))
  expect(await credits(person)).toBe(200)
})

test('a dispute takes the credits away, and won it gives them back; opened after closed changes nothing', async () => {
  const { gateway, order, info, credits, act } = shop
  const person = await signUp(server)
  const id = await order(person)
  await act(id, 'pay', person)
  const [opened, won] = [
    await gateway.actOnPayment(id, { dispute: 'open' }),
    await gateway.actOnPayment(id, { dispute: 'won' }),
  ]
  await tell(server, opened)
  expect([await credits(person), (await info(id, person)).state]).toEqual([200, 'disputed'])
  await tell(server, won)
  expect([await credits(person), (await info(id, person)).state]).toEqual([700, 'paid'])
  await tell(server, await gateway.actOnPayment(id, { dispute: 'open' }))
  expect(await credits(person)).toBe(700)
  const lost = await order(person)
  await act(lost, 'pay', person)
  await tell(server, await gateway.actOnPayment(lost, { dispute: 'lost' }))
  expect([await credits(person), (await info(lost, person)).state]).toEqual([700, 'refunded'])
})

test('a webhook that got lost: the schedule asks', async () => {
  const { db, gateway, order, info, credits } = shop
  const [paid, gone] = [await order(), await order()]
  const before = await credits()
  await gateway.act(paid, 'pay')
  await db
    .updateTable('test_checkout')
    .set({ expires_at: new Date(0) })
    .where('order_id', '=', gone)
    .execute()
  const later = new Date(Date.now() + 10 * 60_000)
  const due = await ordersToAsk(db, later, 1000)
  expect(due.map(({ id }) => id)).toEqual(expect.arrayContaining([paid, gone]))
  for (const each of due) await askAboutOrder(server.services.deps, each, later)
  expect([(await info(paid)).state, (await info(gone)).state]).toEqual(['paid', 'expired'])
  expect(await credits()).toBe(before + 500)
  expect((await ordersToAsk(db, later, 1000)).map(({ id }) => id)).not.toContain(gone)
})

test('wrong signatures, amounts, currencies and orders: no credits, and staff see what came', async () => {
  const { db, gateway, order, info, credits } = shop
  const id = await order()
  const before = await credits()
  const [message] = await gateway.act(id, 'pay')
  const event = JSON.parse(message!.body) as { id: string; data: { object: Record<string, unknown> } }
  const changed = (part: Record<string, unknown>) =>
    gateway.sign({ ...event, id: newId(), data: { object: { ...event.data.object, ...part } } })
  const hour = 3_600_000
  const refused = [
    { body: message!.body, signature: '' },
    { body: message!.body, signature: 't=1,v1=00' },
    { body: message!.body.replace('900', '901'), signature: message!.signature },
    gateway.sign(event, new Date(Date.now() - hour)),
    { body: '', signature: message!.signature },
  ]
  for (const bad of refused) expect(await tell(server, bad)).toBe(400)
  for (const odd of [
    changed({ amount_total: 1 }),
    changed({ currency: 'cny' }),
    changed({ metadata: { order_id: 'made-up' }, client_reference_id: 'made-up' }),
    changed({ id: 'test_other' }),
  ])
    expect(await tell(server, odd)).toBe(200)
  expect([await credits(), (await info(id)).state]).toEqual([before, 'pending'])
  expect(await tell(server, gateway.sign(event, new Date(Date.now() - 200_000)))).toBe(200)
  expect(await credits()).toBe(before + 500)
  await db.updateTable('account').set({ is_staff: true }).where('name', '=', 'person1').execute()
  const staff = await server.ok('loginAccount', { account: 'person1', password: 'secret-123' })
  const { payments } = await server.ok('listAudits', {}, staff.access_token)
  expect(payments.map(({ outcome }) => outcome)).toEqual(
    expect.arrayContaining(['wrong_amount', 'unknown_order', 'foreign_order']),
  )
})

test('a fault between payment and credits leaves neither; told again, both are there once', async () => {
  const { db, gateway, order, info, credits, outcomes } = shop
  const id = await order()
  const before = await credits()
  const [message] = await gateway.act(id, 'pay')
  await sql`create function fail_grant() returns trigger language plpgsql as 'begin raise exception ''power cut''; end'`.execute(
    db,
  )
  await sql`create trigger fail_grant before update on purchase_order for each row execute function fail_grant()`.execute(
    db,
  )
  expect(await tell(server, message!)).toBe(500)
  expect([await credits(), await outcomes(id)]).toEqual([before, []])
  await sql`drop trigger fail_grant on purchase_order`.execute(db)
  expect(await tell(server, message!)).toBe(200)
  expect([await credits(), (await info(id)).state]).toEqual([before + 500, 'paid'])
})

test('after all of it every ledger adds up', async () => {
  const { db } = shop
  expect(await auditLedgers(db)).toBeUndefined()
})
