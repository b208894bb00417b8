import type { DisputeState, OrderEnd } from '#core/domain/orders.ts'

/** An order as a gateway is told of it. */
export interface CheckoutOrder {
  readonly id: string
  /** What is bought, for people. */
  readonly title: string
  readonly amount: number
  readonly currency: string
  /** Whole addresses that the person comes back to. */
  readonly successUrl: string
  readonly cancelUrl: string
  readonly expiresAt: Date
  readonly email: string | undefined
}

export interface Checkout {
  /** What the gateway calls it. */
  readonly ref: string
  /** Where it is paid. */
  readonly url: string
}

/** What a gateway tells of a payment. */
export type PaymentFact =
  | { readonly kind: 'paid'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'ended'; readonly how: OrderEnd }
  /** How much went back so far, all in all. */
  | { readonly kind: 'refunded'; readonly total: number }
  | { readonly kind: 'dispute'; readonly state: Exclude<DisputeState, 'none'>; readonly ref: string }
  /** Nothing that matters here. */
  | { readonly kind: 'other' }

export interface PaymentEvent {
  /** Unique at the gateway: the same event may come several times. */
  readonly id: string
  readonly type: string
  readonly orderId: string | undefined
  readonly checkoutRef: string | undefined
  readonly paymentRef: string | undefined
  readonly fact: PaymentFact
}

/** Something that takes money. Who pays is sent to its page; what came of it arrives as signed events. */
export interface PaymentGateway {
  readonly name: 'stripe' | 'test'
  /** Begins a checkout; the same order again answers with the same one. */
  open(order: CheckoutOrder): Promise<Checkout>
  /** Ends a checkout that is not paid, so that it can't be paid any more; false where it has ended otherwise. */
  end(ref: string): Promise<boolean>
  /** What has become of a checkout, as events: asked where none came. */
  ask(ref: string): Promise<PaymentEvent[]>
  /** What it has told since a moment, the oldest first: for messages that never came. */
  eventsSince(since: Date): Promise<PaymentEvent[]>
  /** Gives the money of a payment back. */
  refund(paymentRef: string): Promise<void>
  /** Reads what came to the webhook; throws a BadSignature where the gateway has not signed it now. */
  read(body: string, signature: string): Promise<PaymentEvent>
}

/** A message to the webhook that the gateway has not signed, or too long ago. */
export class BadSignature extends Error {}

/** The gateway can't be reached, or refuses. */
export class GatewayFault extends Error {}
