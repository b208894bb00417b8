import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAboutOrder, hearMissed, ordersToAsk } from '#server/app/payments/ask.ts'
import { unusualPayments } from '#server/app/payments/orders.ts'
import type { SignedMessage } from '#server/app/payments/test-checkout.ts'
import { newId } from '#server/store/id.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'
import { orderInput, RESULT, tell } from '#tests/support/payments.ts'
import { fakeStripe } from '#tests/support/stripe.ts'

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
      void stripe.events.push({ id: `evt_${newId()}`, object: 'event', type, data: { object } })
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
    expect((await server.call('createOrder', input, token)).message).toContain('can’t be reached')
    Reflect.set(gateway, 'open', open)
    const { order_id } = await server.ok('createOrder', input, token)
    expect(stripe.sessions.size).toBe(address + 1)
    expect((await server.ok('getPayInfo', { order_id }, token)).state).toBe('pending')
  })
})
