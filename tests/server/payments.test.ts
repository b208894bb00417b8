import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdCredits, releaseCredits } from '#server/app/credits/spend.ts'
import { auditLedgers } from '#server/app/credits/audit.ts'
import { askAboutOrder, ordersToAsk, paymentsToRefund, refundSecond } from '#server/app/payments/ask.ts'
import type { TestGateway } from '#server/app/payments/test-checkout.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/store/db.ts'
import { newId } from '#server/store/id.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'
import { orderInput, tell } from '#tests/support/payments.ts'

describe('the test checkout', () => {
  let server: TestServer
  let db: Db
  let gateway: TestGateway
  let token: string
  beforeAll(async () => {
    server = await startServer({}, { worker: false })
    db = server.services.deps.db
    gateway = server.services.deps.payments as TestGateway
    token = await signUp(server)
  })
  afterAll(() => server.close())

  const order = async (owner = token) => (await server.ok('createOrder', orderInput('usd-500'), owner)).order_id
  const info = (order_id: string, owner = token) => server.ok('getPayInfo', { order_id }, owner)
  const credits = async (owner = token) => (await server.ok('getInfo', {}, owner)).credits
  const act = (order_id: string, what: 'pay' | 'fail' | 'cancel' | 'pay_twice' | 'pay_late', owner = token) =>
    server.ok('actAtTestCheckout', { order_id, act: what }, owner)
  const outcomes = async (order_id: string) => {
    const rows = await db
      .selectFrom('payment_event')
      .select('outcome')
      .where('order_id', '=', order_id)
      .orderBy('created_at')
      .execute()
    return rows.map(({ outcome }) => outcome)
  }

  test('packages: the free one once, the others in two currencies', async () => {
    const { list, payment } = await server.ok('listSkus', {}, token)
    expect(payment).toBe('test')
    expect(list[0]).toMatchObject({ sku_id: 'free-200', amount: 0, beans_gift: 200, is_claimed: true })
    expect(new Set(list.slice(1).map(({ currency }) => currency))).toEqual(new Set(['USD', 'CNY']))
    expect(list.every(({ validity_period }) => [180, 365].includes(validity_period))).toBe(true)
    expect((await server.ok('listSkus', {})).list[0]!.is_claimed).toBe(false)
    expect(await server.call('createOrder', orderInput('free-200'), token)).toMatchObject({ code: 1004 })
  })

  test('who has had no free credits takes them once, however often they ask at once', async () => {
    const other = await signUp(server)
    const { user_id } = await server.ok('getInfo', {}, other)
    await db.updateTable('credit_grant').set({ revoked_at: new Date() }).where('account_id', '=', user_id).execute()
    await sql`update credit_grant set idempotency_key = 'before' where account_id = ${user_id}`.execute(db)
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => server.call('createOrder', orderInput('free-200'), other)),
    )
    expect(asked.some(({ code }) => code === 0)).toBe(true)
    expect(await credits(other)).toBe(200)
  })

  test('an order is paid: credits, order, invoice; the same key is the same order', async () => {
    const input = orderInput('usd-2000', 'one-and-the-same')
    const { order_id, pay_url } = await server.ok('createOrder', input, token)
    expect(await server.ok('createOrder', input, token)).toEqual({ order_id, pay_url })
    expect(pay_url).toContain(order_id)
    expect(await info(order_id)).toMatchObject({ state: 'pending', pay_url, from: '/lab/library?x=1', is_test: true })
    const before = await credits()
    expect(await act(order_id, 'pay')).toMatchObject({ state: 'paid', pay_url: '', has_invoice: true })
    expect(await credits()).toBe(before + 2100)
    expect(await server.call('actAtTestCheckout', { order_id, act: 'pay' }, token)).toMatchObject({ code: 1004 })
    const { list } = await server.ok('listRecharges', { source: 'purchase' }, token)
    expect(list[0]).toMatchObject({ credits: 2100, left: 2100, order_id })
    // Names of any script are drawn by a font that has them.
    const { user_id } = await server.ok('getInfo', {}, token)
    const company = '海港影业 株式会社 かな ตัวอย่าง Студия'
    await db.updateTable('account').set({ company }).where('id', '=', user_id).execute()
    for (const language of ['en', 'zh_cn']) {
      const { data } = await server.call('getInvoice', { order_id }, token, language)
      const bytes = Buffer.from(data.content, 'base64')
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(data.file_name).toMatch(/^CL-\d{4}-\d{6}\.pdf$/)
      for (const font of ['NotoSans-Regular', 'NotoSansThai-Regular', 'NotoSansSC'])
        expect(bytes.toString('latin1')).toContain(font)
    }
    const stranger = await signUp(server)
    for (const name of ['getPayInfo', 'getInvoice', 'cancelOrder'] as const)
      expect((await server.call(name, { order_id }, stranger)).code).toBe(1002)
    expect((await server.call('actAtTestCheckout', { order_id, act: 'pay' }, stranger)).code).toBe(1002)
  })

  test.each(['fail', 'cancel'] as const)('%s: no credits, no invoice', async (what) => {
    const id = await order()
    const before = await credits()
    expect((await act(id, what)).state).toBe(what === 'fail' ? 'failed' : 'cancelled')
    expect(await credits()).toBe(before)
    expect((await server.call('getInvoice', { order_id: id }, token)).code).toBe(1004)
  })

  test('paid twice: credits once, and the second payment goes back', async () => {
    const id = await order()
    const before = await credits()
    await act(id, 'pay_twice')
    expect(await credits()).toBe(before + 500)
    expect(await outcomes(id)).toEqual(['done', 'paid_twice'])
    for (const payment of await paymentsToRefund(db, 10)) await refundSecond(server.services.deps, payment)
    expect(await outcomes(id)).toEqual(['done', 'second_refunded'])
  })

  test('paid late, after the checkout had ended: the money came, so the credits come', async () => {
    const id = await order()
    const before = await credits()
    expect((await act(id, 'pay_late')).state).toBe('paid')
    expect(await credits()).toBe(before + 500)
    expect(await outcomes(id)).toEqual(['done', 'late'])
  })

  test('an order is cancelled by its owner, and paid all the same', async () => {
    const id = await order()
    expect((await server.ok('cancelOrder', { order_id: id }, token)).state).toBe('cancelled')
    expect((await server.call('cancelOrder', { order_id: id }, token)).code).toBe(1004)
    const before = await credits()
    expect((await act(id, 'pay_late')).state).toBe('paid')
    expect(await credits()).toBe(before + 500)
  })

  test('a webhook that is replayed, side by side and later, counts once; one that came first for a refund waits', async () => {
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

  test.each([
    ['success_url', 'https://evil.example/finance/ai_payresult'],
    ['success_url', '//evil.example/finance/ai_payresult'],
    ['success_url', '/\\evil.example'],
    ['fail_url', 'javascript:alert(1)'],
    ['fail_url', '/lab/library'],
    ['from', 'http://user@localhost:80/lab'],
    ['from', 'data:text/html,x'],
  ])('%s that is not ours is refused: %s', async (field, value) => {
    const answer = await server.call('createOrder', { ...orderInput('usd-500'), [field]: value }, token)
    expect(answer).toMatchObject({ code: 1001 })
  })

  test('after all of it every ledger adds up', async () => {
    expect(await auditLedgers(db)).toBeUndefined()
  })
})

test('what takes payments: Stripe with its key, a test on this machine alone, else nothing unless it is said', () => {
  const of = (env: Record<string, string>) => readConfig(env, '/').payments
  const keys = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }
  expect(of({})).toBe('test')
  expect(of({ HOST: '0.0.0.0' })).toBe('none')
  expect(of({ NODE_ENV: 'production' })).toBe('none')
  expect(of({ NODE_ENV: 'production', CUELANE_PAYMENTS: 'test' })).toBe('test')
  expect(of({ HOST: '0.0.0.0', ...keys })).toMatchObject({ secretKey: 'sk' })
  expect(() => of({ STRIPE_SECRET_KEY: 'sk' })).toThrow('STRIPE_WEBHOOK_SECRET is needed')
  expect(() => of({ CUELANE_PAYMENTS: 'cash' })).toThrow('CUELANE_PAYMENTS must be one of')
})
