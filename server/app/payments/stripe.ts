import { Stripe } from 'stripe'
import {
  BadSignature,
  type Checkout,
  type CheckoutOrder,
  GatewayFault,
  type PaymentEvent,
  type PaymentGateway,
} from './gateway.ts'
import { heardTypes, readCharge, readSession, readStripeEvent } from './stripe-events.ts'

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Another address of the service; Stripe's own if undefined. */
  readonly address: string | undefined
}

/** Tolerance of a signature's timestamp. */
export const SIGNATURE_TOLERANCE_SECONDS = 300

const TIMEOUT_MS = 15_000

/** Stripe Checkout. */
export function stripeGateway({ secretKey, webhookSecret, address }: StripeSettings): PaymentGateway {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...hostOf(address),
  })
  return {
    name: 'stripe',
    open: (order) => asked(openCheckout(stripe, order)),
    end: (ref) => asked(endCheckout(stripe, ref)),
    ask: (ref) => asked(askCheckout(stripe, ref)),
    eventsSince: (since) => asked(listEvents(stripe, since)),
    refund: async (payment_intent) => {
      await asked(stripe.refunds.create({ payment_intent }, { idempotencyKey: `refund ${payment_intent}` }))
    },
    read: async (body, signature) => {
      const event = readStripeEvent(verify(stripe, body, signature, webhookSecret))
      return withOrder(stripe, event)
    },
  }
}

function hostOf(address: string | undefined) {
  if (address === undefined) return {}
  const { hostname, port, protocol } = new URL(address)
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}

/** The event of a webhook message that this secret signed recently. */
export function verify(stripe: Stripe, body: string, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, SIGNATURE_TOLERANCE_SECONDS)
  } catch (error) {
    throw new BadSignature(error instanceof Error ? error.message : String(error))
  }
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw new GatewayFault(`${error.type}: ${error.message}`)
    throw error
  }
}

async function openCheckout(stripe: Stripe, order: CheckoutOrder): Promise<Checkout> {
  const metadata = { order_id: order.id }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: order.id,
      metadata,
      // The charge copies this, so that refunds and disputes name the order.
      payment_intent_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: order.currency.toLowerCase(),
            unit_amount: order.amount,
            product_data: { name: order.title },
          },
        },
      ],
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      expires_at: Math.ceil(order.expiresAt.getTime() / 1000),
      ...(order.email !== undefined && { customer_email: order.email }),
    },
    { idempotencyKey: `order ${order.id}` },
  )
  if (!session.url) throw new GatewayFault('The checkout has no address')
  return { ref: session.id, url: session.url }
}

async function endCheckout(stripe: Stripe, ref: string): Promise<boolean> {
  const { status } = await stripe.checkout.sessions.retrieve(ref)
  if (status !== 'open') return false
  await stripe.checkout.sessions.expire(ref)
  return true
}

/** Each state of a checkout is a separate event, so that polling twice adds nothing. */
async function askCheckout(stripe: Stripe, ref: string): Promise<PaymentEvent[]> {
  const session = await stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] })
  const read = readSession(session)
  if (session.status === 'expired')
    return [{ ...read, id: `asked ${ref} expired`, type: 'asked', fact: { kind: 'ended', how: 'expired' } }]
  if (read.fact.kind !== 'paid') return []
  const paid: PaymentEvent = { ...read, id: `asked ${ref} paid`, type: 'asked' }
  const intent = session.payment_intent
  const charge = typeof intent === 'object' ? intent?.latest_charge : undefined
  if (typeof charge !== 'object' || !charge || charge.amount_refunded === 0) return [paid]
  const refund = { ...readCharge(charge), orderId: read.orderId, paymentRef: read.paymentRef }
  return [paid, { ...refund, id: `asked ${ref} refunded ${charge.amount_refunded}`, type: 'asked' }]
}

/** More than a month's events of any installation. */
const MOST_EVENTS = 10_000

async function listEvents(stripe: Stripe, since: Date): Promise<PaymentEvent[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const listed = stripe.events.list({ created, types: [...heardTypes], limit: 100 })
  const events = await listed.autoPagingToArray({ limit: MOST_EVENTS })
  const found: PaymentEvent[] = []
  for (const event of events.toReversed()) found.push(await withOrder(stripe, readStripeEvent(event)))
  return found
}

/** A dispute does not name the order; its payment does. */
async function withOrder(stripe: Stripe, event: PaymentEvent): Promise<PaymentEvent> {
  if (event.fact.kind !== 'dispute' || event.orderId !== undefined || event.paymentRef === undefined) return event
  const intent = await asked(stripe.paymentIntents.retrieve(event.paymentRef))
  const orderId = intent.metadata['order_id']
  return orderId === undefined ? event : { ...event, orderId }
}
