import { randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import { TEST_PAY_PATH, type TestAct } from '#core/domain/orders.ts'
import type { Db } from '../../store/db.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { PaymentEvent, PaymentGateway } from './gateway.ts'
import { readStripeEvent } from './stripe-events.ts'
import { verify } from './stripe.ts'

/** Its events have Stripe's form and signature, to use the same code. No request is made with this secret. */
const stripe = new Stripe('sk_test_none')

/** A webhook message. */
export interface SignedMessage {
  readonly body: string
  readonly signature: string
}

/** The built-in checkout: everything but real money. */
export interface TestGateway extends PaymentGateway {
  readonly name: 'test'
  /** Acts at the checkout; returns the webhook messages. */
  act(orderId: string, act: TestAct): Promise<SignedMessage[]>
  /** Refunds or disputes a payment, as a bank would. */
  actOnPayment(orderId: string, act: { refund: number } | { dispute: 'open' | 'won' | 'lost' }): Promise<SignedMessage>
  sign(event: object, at?: Date): SignedMessage
}

interface Till {
  ref: string
  order_id: string
  amount: number
  currency: string
  state: 'open' | 'paid' | 'failed' | 'cancelled' | 'expired'
  payment_ref: string | null
  refunded: number
}

/** A checkout without money, for trials. */
export function testGateway(db: Db, secret: string): TestGateway {
  const sign = (event: object, at = new Date()): SignedMessage => {
    const body = JSON.stringify(event)
    const timestamp = Math.floor(at.getTime() / 1000)
    return { body, signature: stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) }
  }
  return {
    name: 'test',
    open: async ({ id, amount, currency, expiresAt }) => {
      const ref = `test_${id}`
      await db
        .insertInto('test_checkout')
        .values({ ref, order_id: id, amount, currency, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { ref, url: `${TEST_PAY_PATH}?order_id=${id}` }
    },
    end: async (ref) => {
      const ended = await db
        .updateTable('test_checkout')
        .set({ state: 'cancelled' })
        .where('ref', '=', ref)
        .where('state', '=', 'open')
        .returning('ref')
        .executeTakeFirst()
      return ended !== undefined
    },
    ask: async (ref) =>
      asked(await db.selectFrom('test_checkout').selectAll().where('ref', '=', ref).executeTakeFirst()),
    // It delivers its messages itself, and orders are polled.
    eventsSince: async () => [],
    refund: async (paymentRef) => {
      await db
        .updateTable('test_checkout')
        .set((eb) => ({ refunded: eb.ref('amount') }))
        .where('payment_ref', '=', paymentRef)
        .execute()
    },
    read: async (body, signature) => readStripeEvent(verify(stripe, body, signature, secret)),
    act: async (orderId, act) => (await actAtTill(db, orderId, act)).map((event) => sign(event)),
    actOnPayment: async (orderId, act) => sign(await actOnPayment(db, orderId, act)),
    sign,
  }
}

function asked(till: (Till & { expires_at: Date }) | undefined): PaymentEvent[] {
  if (!till) return []
  const about = {
    orderId: till.order_id,
    checkoutRef: till.ref,
    paymentRef: till.payment_ref ?? undefined,
    type: 'asked',
  }
  const { amount, currency } = till
  if (till.payment_ref !== null)
    return [{ ...about, id: `asked ${till.ref} paid`, fact: { kind: 'paid', amount, currency } }]
  const how = till.state === 'open' ? (till.expires_at <= new Date() ? 'expired' : undefined) : till.state
  if (how === undefined || how === 'paid') return []
  return [{ ...about, id: `asked ${till.ref} ${how}`, fact: { kind: 'ended', how } }]
}

async function tillOf(db: Db, orderId: string): Promise<Till> {
  const till = await db.selectFrom('test_checkout').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  if (!till) throw notFound()
  return till
}

const newRef = (kind: string): string => `${kind}_test_${randomBytes(9).toString('hex')}`

/** An act at the checkout, and its events. */
async function actAtTill(db: Db, orderId: string, act: TestAct): Promise<object[]> {
  const till = await tillOf(db, orderId)
  if (till.state !== 'open' && act !== 'pay_late') throw new Refusal('notice', 'checkout_over')
  if (act === 'fail' || act === 'cancel') {
    const state = act === 'fail' ? 'failed' : 'cancelled'
    await db.updateTable('test_checkout').set({ state }).where('ref', '=', till.ref).execute()
    return [act === 'fail' ? failed(till) : expired(till, 'cancelled')]
  }
  const payment_ref = till.payment_ref ?? newRef('pi')
  await db.updateTable('test_checkout').set({ state: 'paid', payment_ref }).where('ref', '=', till.ref).execute()
  if (act === 'pay_late') return [expired(till, 'expired'), paid(till, payment_ref)]
  if (act === 'pay_twice') return [paid(till, payment_ref), paid(till, newRef('pi'))]
  return [paid(till, payment_ref)]
}

async function actOnPayment(
  db: Db,
  orderId: string,
  act: { refund: number } | { dispute: 'open' | 'won' | 'lost' },
): Promise<object> {
  const till = await tillOf(db, orderId)
  const payment_intent = till.payment_ref
  const metadata = { order_id: orderId }
  if ('refund' in act) {
    const amount_refunded = Math.min(till.amount, till.refunded + act.refund)
    await db.updateTable('test_checkout').set({ refunded: amount_refunded }).where('ref', '=', till.ref).execute()
    return event('charge.refunded', { id: newRef('ch'), object: 'charge', amount_refunded, payment_intent, metadata })
  }
  const status = act.dispute === 'open' ? 'needs_response' : act.dispute
  const type = act.dispute === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed'
  return event(type, { id: `dp_${till.ref}`, object: 'dispute', status, payment_intent, metadata })
}

function event(type: string, object: object): object {
  const created = Math.floor(Date.now() / 1000)
  return { id: newRef('evt'), object: 'event', type, created, livemode: false, data: { object } }
}

function session(till: Till, more: object): object {
  return {
    id: till.ref,
    object: 'checkout.session',
    client_reference_id: till.order_id,
    metadata: { order_id: till.order_id },
    amount_total: till.amount,
    currency: till.currency.toLowerCase(),
    payment_status: 'unpaid',
    payment_intent: null,
    ...more,
  }
}

function paid(till: Till, payment_intent: string): object {
  return event('checkout.session.completed', session(till, { payment_status: 'paid', payment_intent }))
}

function failed(till: Till): object {
  return event('checkout.session.async_payment_failed', session(till, {}))
}

function expired(till: Till, ended: string): object {
  return event('checkout.session.expired', session(till, { metadata: { order_id: till.order_id, ended } }))
}
