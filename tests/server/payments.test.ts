import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedgers } from '#server/app/credits/audit.ts'
import { paymentsToRefund, refundSecond } from '#server/app/payments/ask.ts'
import { readConfig } from '#server/config.ts'
import { checkoutOf, orderInput } from '#tests/support/payments.ts'
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
  const { db, credits } = shop
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
  const { db, info, credits, act } = shop
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
  const { order, credits, act } = shop
  const id = await order()
  const before = await credits()
  expect((await act(id, what)).state).toBe(what === 'fail' ? 'failed' : 'cancelled')
  expect(await credits()).toBe(before)
  expect((await server.call('getInvoice', { order_id: id }, token)).code).toBe(1004)
})

test('paid twice: credits once, and the second payment goes back', async () => {
  const { db, order, credits, act, outcomes } = shop
  const id = await order()
  const before = await credits()
  await act(id, 'pay_twice')
  expect(await credits()).toBe(before + 500)
  expect(await outcomes(id)).toEqual(['done', 'paid_twice'])
  for (const payment of await paymentsToRefund(db, 10)) await refundSecond(server.services.deps, payment)
  expect(await outcomes(id)).toEqual(['done', 'second_refunded'])
})

test('paid late, after the checkout had ended: the money came, so the credits come', async () => {
  const { order, credits, act, outcomes } = shop
  const id = await order()
  const before = await credits()
  expect((await act(id, 'pay_late')).state).toBe('paid')
  expect(await credits()).toBe(before + 500)
  expect(await outcomes(id)).toEqual(['done', 'late'])
})

test('an order is cancelled by its owner, and paid all the same', async () => {
  const { order, credits, act } = shop
  const id = await order()
  expect((await server.ok('cancelOrder', { order_id: id }, token)).state).toBe('cancelled')
  expect((await server.call('cancelOrder', { order_id: id }, token)).code).toBe(1004)
  const before = await credits()
  expect((await act(id, 'pay_late')).state).toBe('paid')
  expect(await credits()).toBe(before + 500)
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
  const { db } = shop
  expect(await auditLedgers(db)).toBeUndefined()
})

test('what takes payments: Stripe with its key, a test on this machine alone, else nothing unless it is said', () => {
  const of = (env: Record<string, string>) => readConfig(env, '/').payments
  const keys = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }
  expect(of({})).toBe('test')
  expect(of({ HOST: '0.0.0.0' })).toBe('none')
  expect(of({ NODE_ENV: 'production' })).toBe('none')
  expect(of({ CUELANE_TRUST_PROXY: '1' })).toBe('none')
  expect(of({ CUELANE_PUBLIC_URL: 'https://cuelane.example' })).toBe('none')
  expect(of({ CUELANE_TRUST_PROXY: '1', CUELANE_PAYMENTS: 'test' })).toBe('test')
  expect(of({ NODE_ENV: 'production', CUELANE_PAYMENTS: 'test' })).toBe('test')
  expect(of({ HOST: '0.0.0.0', ...keys })).toMatchObject({ secretKey: 'sk' })
  expect(() => of({ STRIPE_SECRET_KEY: 'sk' })).toThrow('STRIPE_WEBHOOK_SECRET is needed')
  expect(() => of({ CUELANE_PAYMENTS: 'cash' })).toThrow('CUELANE_PAYMENTS must be one of')
})
