import type { Stripe } from 'stripe'
import type { PaymentEvent, PaymentFact } from './gateway.ts'

type Read = Pick<PaymentEvent, 'orderId' | 'checkoutRef' | 'paymentRef' | 'fact'>

const nothing: Read = { orderId: undefined, checkoutRef: undefined, paymentRef: undefined, fact: { kind: 'other' } }

/** A bank asks why it was charged. */
export const DISPUTE_OPENED = 'charge.dispute.created'

/** Event types about payments. */
export const heardTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  DISPUTE_OPENED,
  'charge.dispute.closed',
] as const

/** The payment fact in a Stripe event. */
export function readStripeEvent(event: Stripe.Event): PaymentEvent {
  return { id: event.id, type: event.type, ...readObject(event) }
}

function readObject(event: Stripe.Event): Read {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return readSession(event.data.object)
    case 'checkout.session.async_payment_failed':
      return { ...readSession(event.data.object), fact: { kind: 'ended', how: 'failed' } }
    case 'checkout.session.expired':
      return { ...readSession(event.data.object), fact: endOf(event.data.object) }
    case 'charge.refunded':
      return readCharge(event.data.object)
    case DISPUTE_OPENED:
    case 'charge.dispute.closed':
      return readDispute(event.data.object)
    default:
      return nothing
  }
}

/** A checkout's state; a completed one may still await its money. */
export function readSession(session: Stripe.Checkout.Session): Read {
  const isPaid = session.payment_status === 'paid'
  return {
    orderId: session.metadata?.['order_id'] ?? session.client_reference_id ?? undefined,
    checkoutRef: session.id,
    paymentRef: idOf(session.payment_intent),
    fact: isPaid
      ? { kind: 'paid', amount: session.amount_total ?? 0, currency: (session.currency ?? '').toUpperCase() }
      : { kind: 'other' },
  }
}

/** A checkout cancelled by the user is expired at Stripe too: its metadata marks that. */
function endOf(session: Stripe.Checkout.Session): PaymentFact {
  return { kind: 'ended', how: session.metadata?.['ended'] === 'cancelled' ? 'cancelled' : 'expired' }
}

/** A charge's refunds. */
export function readCharge(charge: Stripe.Charge): Read {
  return {
    orderId: charge.metadata['order_id'],
    checkoutRef: undefined,
    paymentRef: idOf(charge.payment_intent),
    fact: { kind: 'refunded', total: charge.amount_refunded },
  }
}

function readDispute(dispute: Stripe.Dispute): Read {
  return {
    orderId: dispute.metadata['order_id'],
    checkoutRef: undefined,
    paymentRef: idOf(dispute.payment_intent),
    fact: { kind: 'dispute', state: disputeState(dispute.status), ref: dispute.id },
  }
}

/** A bank's inquiry that ends without a dispute counts as won. */
function disputeState(status: Stripe.Dispute.Status): 'open' | 'won' | 'lost' {
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

function idOf(thing: string | { id: string } | null): string | undefined {
  return typeof thing === 'string' ? thing : (thing?.id ?? undefined)
}
