import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdCredits, releaseCredits } from '#server/app/credits/spend.ts'
import { auditLedgers } from '#server/app/credits/audit.ts'
import { askAboutOrder, hearMissed, ordersToAsk, paymentsToRefund, refundSecond } from '#server/app/payments/ask.ts'
import { unusualPayments } from '#server/app/payments/orders.ts'
import type { SignedMessage, TestGateway } from '#server/app/payments/test-checkout.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/store/db.ts'
import { newId } from '#server/store/id.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

const RESULT = '/finance/ai_payresult'

function orderInput(sku_id: string, key = newId()) {
  return {
    sku_id,
    from: '/lab/library?x=1',
    success_url: `http://localhost:80${RESULT}`,
    fail_url: RESULT,
    idempotency_key: key,
  }
}

const headers = { 'content-type': 'application/json' }
async function tell(server: TestServer, { body, signature }: SignedMessage, gateway = 'test'): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/pay/webhook/${gateway}`,
    headers: { ...headers, 'stripe-signature': signature },
    payload: body,
  })
  return answer.statusCode
}

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

describe('what credits were used for', () => {
  let server: TestServer
  let token: string
  let user_id: string
  beforeAll(async () => {
    server = await startServer({}, { worker: false })
    token = await signUp(server)
    ;({ user_id } = await server.ok('getInfo', {}, token))
    const { db } = server.services.deps
    for (let n = 1; n <= 25; n++) {
      const task = { id: `task-${n}`, type: 'subtitle_translate', name: n === 7 ? '=cmd()' : `Film ${n}` }
      await db.transaction().execute((tx) => holdCredits(tx, user_id, task, 2))
    }
    await db.transaction().execute((tx) => releaseCredits(tx, 'task-25'))
  })
  afterAll(() => server.close())

  test('in pages, with filters and what became of it; strangers see nothing of it', async () => {
    const first = await server.ok('listConsumption', { page_size: 10 }, token)
    expect(first).toMatchObject({ total: 26, page: 1 })
    expect(first.list[0]).toMatchObject({ kind: 'release', amount: 2, balance: 152, note: 'Film 25' })
    expect(first.list[1]).toMatchObject({ kind: 'hold', amount: -2, outcome: 'returned', task_id: 'task-25' })
    expect(first.list[2]).toMatchObject({ outcome: 'open', task_type: 'subtitle_translate' })
    const found = await server.ok('listConsumption', { search: 'film 2', kind: 'hold' }, token)
    expect(found.list.map(({ note }) => note)).toEqual([
      'Film 25',
      'Film 24',
      'Film 23',
      'Film 22',
      'Film 21',
      'Film 20',
      'Film 2',
    ])
    expect((await server.ok('listConsumption', { task_type: 'video_erase' }, token)).total).toBe(0)
    expect((await server.ok('listConsumption', { search: '%' }, token)).total).toBe(0)
    expect((await server.ok('listConsumption', {}, await signUp(server))).total).toBe(0)
  })

  test('as CSV, in which no name is a formula', async () => {
    const { content, file_name } = await server.ok('exportConsumption', {}, token)
    expect(file_name).toBe('credit-use.csv')
    expect(content.split('\r\n')[0]).toBe('\ufeffTime,Kind,Credits,Balance after,Task type,For,Task number')
    expect(content).toContain(",'=cmd(),")
    expect(content.trim().split('\r\n')).toHaveLength(27)
    expect((await server.ok('exportRecharges', {}, token)).content).toContain('Sign-up package,200,152')
  })

  test('a time zone is one that there is', async () => {
    await server.ok('setTimeZone', { time_zone: 'Asia/Shanghai' }, token)
    expect((await server.call('setTimeZone', { time_zone: 'Moon/Base' }, token)).code).toBe(1001)
  })
})

/** Stripe's own form on the wire: what the package sends and reads. */
function fakeStripe(): Promise<{
  server: Server
  address: string
  asked: string[]
  sessions: Map<string, Record<string, unknown>>
  told: object[]
}> {
  const asked: string[] = []
  const told: object[] = []
  const sessions = new Map<string, Record<string, unknown>>()
  const byKey = new Map<string, Record<string, unknown>>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url}`)
      const answer = (status: number, data: object): void => {
        response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
        response.end(JSON.stringify(data))
      }
      if (request.headers.authorization !== 'Bearer sk_test_key')
        return answer(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } })
      const form = new URLSearchParams(body)
      const [path = ''] = (request.url ?? '').split('?')
      const [, id = ''] = /sessions\/(\w+)/.exec(path) ?? []
      if (request.method === 'POST' && path === '/v1/checkout/sessions') {
        const key = String(request.headers['idempotency-key'])
        const made = byKey.get(key) ?? {
          id: `cs_test_${sessions.size + 1}`,
          object: 'checkout.session',
          status: 'open',
          payment_status: 'unpaid',
          amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
          currency: form.get('line_items[0][price_data][currency]'),
          client_reference_id: form.get('client_reference_id'),
          metadata: { order_id: form.get('metadata[order_id]') },
          payment_intent: null,
          url: `https://checkout.example/pay/${sessions.size + 1}`,
          success_url: form.get('success_url'),
        }
        byKey.set(key, made)
        sessions.set(String(made['id']), made)
        return answer(200, made)
      }
      if (path === '/v1/events')
        return answer(200, { object: 'list', url: path, has_more: false, data: told.toReversed() })
      const session = sessions.get(id)
      if (session && path.endsWith('/expire')) session['status'] = 'expired'
      if (session) return answer(200, session)
      if (path.startsWith('/v1/payment_intents/')) {
        const paid = [...sessions.values()].find(({ payment_intent }) => path.endsWith(String(payment_intent)))
        return answer(200, { id: 'pi_1', object: 'payment_intent', metadata: paid?.['metadata'] ?? {} })
      }
      return answer(404, { error: { type: 'invalid_request_error', message: 'No such object' } })
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ server, asked, sessions, told, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    })
  })
}

describe('Stripe', () => {
  let server: TestServer
  let stripe: Awaited<ReturnType<typeof fakeStripe>>
  let token: string
  beforeAll(async () => {
    stripe = await fakeStripe()
    server = await startServer(
      { STRIPE_SECRET_KEY: 'sk_test_key', STRIPE_WEBHOOK_SECRET: 'whsec_test', STRIPE_ADDRESS: stripe.address },
      { worker: false },
    )
    token = await signUp(server)
  })
  afterAll(async () => {
    await server.close()
    stripe.server.close()
  })

  const tool = new Stripe('sk_test_none')
  const signed = (type: string, object: object, secret = 'whsec_test', at = Date.now()): SignedMessage => {
    const body = JSON.stringify({ id: `evt_${newId()}`, object: 'event', type, data: { object } })
    const timestamp = Math.floor(at / 1000)
    return { body, signature: tool.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) }
  }

  test('a checkout is opened with amount, order and addresses, paid by its webhook and disputed', async () => {
    const { order_id, pay_url } = await server.ok('createOrder', orderInput('cny-500'), token)
    expect(pay_url).toMatch(/^https:\/\/checkout\.example/)
    const [session] = [...stripe.sessions.values()]
    expect(session).toMatchObject({ amount_total: 6800, currency: 'cny', client_reference_id: order_id })
    expect(session!['success_url']).toContain(`http://localhost:80${RESULT}?order_id=${order_id}`)
    const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' }
    stripe.sessions.set(String(session!['id']), paid)
    // Completed, but its money is still on the way.
    const waiting = { ...paid, payment_status: 'unpaid' }
    expect(await tell(server, signed('checkout.session.completed', waiting), 'stripe')).toBe(200)
    expect((await server.ok('getPayInfo', { order_id }, token)).state).toBe('pending')
    expect(await tell(server, signed('checkout.session.completed', paid, 'whsec_other'), 'stripe')).toBe(400)
    const early = Date.now() - 301_000
    expect(await tell(server, signed('checkout.session.completed', paid, 'whsec_test', early), 'stripe')).toBe(400)
    expect(await tell(server, signed('checkout.session.async_payment_succeeded', paid), 'stripe')).toBe(200)
    expect(await server.ok('getPayInfo', { order_id }, token)).toMatchObject({ state: 'paid', is_test: false })
    // It names the payment alone: the order is asked for.
    const dispute = { id: 'dp_1', object: 'dispute', status: 'needs_response', payment_intent: 'pi_1', metadata: {} }
    expect(await tell(server, signed('charge.dispute.created', dispute), 'stripe')).toBe(200)
    expect((await server.ok('getPayInfo', { order_id }, token)).state).toBe('disputed')
    expect(await tell(server, signed('invoice.paid', { id: 'in_1' }), 'stripe')).toBe(200)
  })

  test('a lost webhook is asked for, and a cancelled order ends its checkout', async () => {
    const { order_id } = await server.ok('createOrder', orderInput('usd-500'), token)
    const session = [...stripe.sessions.values()].at(-1)!
    stripe.sessions.set(String(session['id']), {
      ...session,
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { id: 'pi_2', latest_charge: null },
    })
    const later = new Date(Date.now() + 10 * 60_000)
    const { deps } = server.services
    for (const each of await ordersToAsk(deps.db, later, 10)) await askAboutOrder(deps, each, later)
    expect((await server.ok('getPayInfo', { order_id }, token)).state).toBe('paid')
    const second = await server.ok('createOrder', orderInput('usd-500'), token)
    expect((await server.ok('cancelOrder', { order_id: second.order_id }, token)).state).toBe('cancelled')
    expect([...stripe.sessions.values()].at(-1)!['status']).toBe('expired')
  })

  test('a refund and a dispute whose webhooks never came are listed by the gateway, once', async () => {
    const { deps } = server.services
    const { order_id } = await server.ok('createOrder', orderInput('usd-500'), token)
    const session = [...stripe.sessions.values()].at(-1)!
    const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_9' }
    stripe.sessions.set(String(session['id']), paid)
    const payment = { payment_intent: 'pi_9', metadata: { order_id } }
    const tells = (type: string, object: object): void =>
      void stripe.told.push({ id: `evt_${newId()}`, object: 'event', type, data: { object } })
    tells('checkout.session.completed', paid)
    tells('charge.refunded', { id: 'ch_9', object: 'charge', amount_refunded: 300, ...payment })
    expect(await hearMissed(deps, new Date())).toBe(2)
    expect(await server.ok('getPayInfo', { order_id }, token)).toMatchObject({
      state: 'partly_refunded',
      refunded: 300,
    })
    const before = (await server.ok('getInfo', {}, token)).credits
    tells('charge.dispute.created', { id: 'dp_9', object: 'dispute', status: 'needs_response', ...payment })
    expect(await hearMissed(deps, new Date())).toBe(1)
    expect((await server.ok('getPayInfo', { order_id }, token)).state).toBe('disputed')
    expect((await server.ok('getInfo', {}, token)).credits).toBe(before - 334)
    expect((await unusualPayments(deps, 10))[0]).toMatchObject({ outcome: 'disputed', order_id })
    expect(await hearMissed(deps, new Date())).toBe(0)
    const [first, ...later] = stripe.asked.filter((line) => line.includes('/v1/events'))
    const since = (line: string): number => Number(/created\[gte\]=(\d+)/.exec(decodeURIComponent(line))?.[1])
    expect(later.every((line) => since(line) > since(first!))).toBe(true)
  })

  test('that can not be reached is said; the same key goes on where it broke off', async () => {
    const { deps } = server.services
    const gateway = deps.payments!
    const open = gateway.open.bind(gateway)
    const input = orderInput('usd-500')
    const address = stripe.sessions.size
    Reflect.set(gateway, 'open', () =>
      import('#server/app/payments/gateway.ts').then(({ GatewayFault }) => Promise.reject(new GatewayFault('down'))),
    )
    expect((await server.call('createOrder', input, token)).message).toContain("can't be reached")
    Reflect.set(gateway, 'open', open)
    const { order_id } = await server.ok('createOrder', input, token)
    expect(stripe.sessions.size).toBe(address + 1)
    expect((await server.ok('getPayInfo', { order_id }, token)).state).toBe('pending')
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
