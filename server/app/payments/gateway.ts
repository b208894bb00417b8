import type { DisputeState, OrderEnd } from '#core/domain/orders.ts'

/** An order as passed to a gateway. */
export interface CheckoutOrder {
  readonly id: string
  /** The product's name, for people. */
  readonly title: string
  readonly amount: number
  readonly currency: string
  /** Absolute addresses that the gateway redirects the user to. */
  readonly successUrl: string
  readonly cancelUrl: string
  readonly expiresAt: Date
  readonly email: string | undefined
}

export interface Checkout {
  /** The gateway's id of it. */
  readonly ref: string
  /** The address of the payment page. */
  readonly url: string
}

/** A payment fact from a gateway. */
export type PaymentFact =
  | { readonly kind: 'paid'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'ended'; readonly how: OrderEnd }
  /** Refunded so far, in total. */
  | { readonly kind: 'refunded'; readonly total: number }
  | { readonly kind: 'dispute'; readonly state: Exclude<DisputeState, 'none'>; readonly ref: string }
  /** Irrelevant here. */
  | { readonly kind: 'other' }

export interface PaymentEvent {
  /** Unique at the gateway: the same event may arrive several times. */
  readonly id: string
  readonly type: string
  readonly orderId: string | undefined
  readonly checkoutRef: string | undefined
  readonly paymentRef: string | undefined
  readonly fact: PaymentFact
}

/** A payment gateway. The user pays on its page; the result arrives as signed events. */
export interface PaymentGateway {
  readonly name: 'stripe' | 'test'
  /** Starts a checkout; the same order returns the same one. */
  open(order: CheckoutOrder): Promise<Checkout>
  /** Expires an unpaid checkout, so that it can't be paid any more; false if it has ended otherwise. */
  end(ref: string): Promise<boolean>
  /** The events of a checkout so far, for when no webhook arrived. */
  ask(ref: string): Promise<PaymentEvent[]>
  /** All events since a moment, oldest first, to replace lost webhooks. */
  eventsSince(since: Date): Promise<PaymentEvent[]>
  /** Refunds a payment. */
  refund(paymentRef: string): Promise<void>
  /** Parses a webhook message; throws a BadSignature unless the gateway signed it recently. */
  read(body: string, signature: string): Promise<PaymentEvent>
}

/** A webhook message with a missing, wrong or old signature. */
export class BadSignature extends Error {}

/** The gateway is unreachable or refuses. */
export class GatewayFault extends Error {}
