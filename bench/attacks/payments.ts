import { randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import type { Area, Tell } from './rows.ts'
import { type Caller, type Target, WEBHOOK_SECRET } from './target.ts'

const tool = new Stripe('sk_test_none')
const page = '/finance/ai_payresult'

interface Message {
  readonly body: string
  readonly signature: string
}

/** A message with Stripe's signature; `at` in milliseconds. */
export function signed(type: string, object: object, secret = WEBHOOK_SECRET, at = Date.now()): Message {
  const body = JSON.stringify({ id: `evt_${randomBytes(8).toString('hex')}`, object: 'event', type, data: { object } })
  const header = { payload: body, secret, timestamp: Math.floor(at / 1000) }
  return { body, signature: tool.webhooks.generateTestHeaderString(header) }
}

export async function notify(target: Target, { body, signature }: Message): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return (await target.nobody().fetch('/pay/webhook/stripe', { method: 'POST', headers, body })).status
}

/** An order of a package, with its checkout as after payment. */
export async function orderOf(
  target: Target,
  owner: Caller,
  key: string,
): Promise<{ order_id: string; paid: Record<string, unknown> & { payment_intent: string } }> {
  const addresses = { from: page, success_url: page, fail_url: page }
  const { order_id } = await owner.ok('createOrder', { sku_id: 'usd-500', ...addresses, idempotency_key: key })
  const session = [...target.stripe.sessions.values()].find((each) => each['client_reference_id'] === order_id)
  const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent: `pi_${order_id}` }
  return { order_id, paid }
}

async function attackPayments(target: Target, tell: Tell): Promise<void> {
  const [buyer, other] = [await target.person(), await target.person()]
  const state = async (order_id: string): Promise<string> => {
    const { credits } = await buyer.ok('getInfo', {})
    return `${(await buyer.ok('getPayInfo', { order_id })).state}, ${credits} credits`
  }
  const { order_id, paid } = await orderOf(target, buyer, 'order one')
  const type = 'checkout.session.completed'
  const right = signed(type, paid)
  const open = 'pending, 200 credits'
  const forged: [string, Message][] = [
    ['without a signature', { ...right, signature: '' }],
    ['with a made-up signature', { ...right, signature: `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }],
    ['signed by another secret', signed(type, paid, 'whsec_other')],
    ['signed six minutes ago', signed(type, paid, WEBHOOK_SECRET, Date.now() - 360_000)],
    ['changed after it was signed', { ...right, body: right.body.replace('usd', 'cny') }],
    ['of nothing', { body: '', signature: right.signature }],
    ['of a list', { ...signed(type, []), signature: right.signature }],
  ]
  for (const [how, message] of forged) {
    const status = await notify(target, message)
    tell(`a notification ${how}`, `400, ${open}`, `${status}, ${await state(order_id)}`)
  }
  const wrong: [string, object][] = [
    ['of 1 cent', { amount_total: 1 }],
    ['in another currency', { currency: 'cny' }],
    ['that is not paid', { payment_status: 'unpaid' }],
    ['of another checkout', { id: 'cs_test_other' }],
    ['of an order that is not there', { client_reference_id: 'none', metadata: { order_id: 'none' } }],
  ]
  for (const [how, part] of wrong) {
    await notify(target, signed(type, { ...paid, ...part }))
    tell(`a signed notification ${how}`, open, await state(order_id))
  }
  const second = await orderOf(target, other, 'order two')
  const crossed = { ...second.paid, client_reference_id: order_id, metadata: { order_id } }
  await notify(target, signed(type, crossed))
  tell('a signed notification of the checkout of another account', open, await state(order_id))

  for (const name of ['getPayInfo', 'cancelOrder', 'getInvoice'] as const) {
    const { code } = await other.call(name, { order_id })
    tell(`${name} with the order of another account`, '1002', String(code))
  }
  const statuses = await Promise.all(Array.from({ length: 20 }, () => notify(target, right)))
  const answered = [...new Set(statuses)].join(' ')
  tell('one notification 20 times at once', '200, paid, 700 credits', `${answered}, ${await state(order_id)}`)
  await Promise.all(Array.from({ length: 5 }, () => notify(target, signed(type, paid))))
  await notify(target, signed('checkout.session.async_payment_succeeded', paid))
  tell('other notifications of the same payment', 'paid, 700 credits', await state(order_id))
  await notify(target, signed('checkout.session.expired', { ...paid, status: 'expired', payment_status: 'unpaid' }))
  tell('its end after it was paid', 'paid, 700 credits', await state(order_id))
  const cancel = await buyer.call('cancelOrder', { order_id })
  tell(
    'cancelling a paid order',
    'paid, 700 credits',
    await state(order_id),
    cancel.code !== 0 || cancel.data.state === 'paid',
  )

  const third = await orderOf(target, buyer, 'order three')
  const payment = { payment_intent: third.paid.payment_intent, metadata: { order_id: third.order_id } }
  const refund = { id: 'ch_1', object: 'charge', amount: 900, amount_refunded: 900, refunded: true, ...payment }
  target.stripe.sessions.set(String(third.paid['id']), third.paid)
  await notify(target, signed('charge.refunded', refund))
  await notify(target, signed(type, third.paid))
  tell('a refund that comes before its payment', 'refunded, 700 credits', await state(third.order_id))
  await notify(target, signed(type, third.paid))
  tell('the payment again after its refund', 'refunded, 700 credits', await state(third.order_id))
  await Promise.all(Array.from({ length: 5 }, () => notify(target, signed('charge.refunded', refund))))
  tell('the refund 5 times at once', 'refunded, 700 credits', await state(third.order_id))
  const huge = { body: `{"a":"${'x'.repeat(600 * 1024)}"}`, signature: right.signature }
  tell('a notification of 600 kB', '413', String(await notify(target, huge)))
}

export const payments: Area<Target> = { name: 'payments', attack: attackPayments }
