/** States of an order. */
export const orderStates = [
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'partly_refunded',
  'refunded',
  'disputed',
] as const
export type OrderState = (typeof orderStates)[number]

/** How an unpaid order ended. */
export type OrderEnd = 'failed' | 'cancelled' | 'expired'
export type DisputeState = 'none' | 'open' | 'won' | 'lost'

/** The free package, once per account. */
export const FREE_SKU = 'free-200'

/** Lifetime of a checkout. */
export const CHECKOUT_MINUTES = 60

/** Return address of a checkout. */
export const PAY_RESULT_PATH = '/finance/ai_payresult'

/** Page of the built-in test checkout. */
export const TEST_PAY_PATH = '/finance/testpay'

/** Acts at the test checkout. */
export const testActs = ['pay', 'fail', 'cancel', 'pay_twice', 'pay_late'] as const
export type TestAct = (typeof testActs)[number]

/** Known facts of an order's payment, independent of their order of arrival. */
export interface PaymentFacts {
  readonly amount: number
  readonly isPaid: boolean
  /** Amount refunded. */
  readonly refunded: number
  readonly dispute: DisputeState
  readonly ended: OrderEnd | undefined
}

/** The state that follows from the facts. A payment outweighs an earlier end of the checkout. */
export function orderState({ amount, isPaid, refunded, dispute, ended }: PaymentFacts): OrderState {
  if (!isPaid) return ended ?? 'pending'
  if (dispute === 'open') return 'disputed'
  if (dispute === 'lost' || refunded >= amount) return 'refunded'
  return refunded > 0 ? 'partly_refunded' : 'paid'
}

/** Whether an order's credits are blocked. */
export function isRevoked({ amount, refunded, dispute }: PaymentFacts): boolean {
  return dispute === 'open' || dispute === 'lost' || (refunded > 0 && refunded >= amount)
}

/** Credits of an order to take back: the refunded share, in whole credits. */
export function creditsToTake(credits: number, facts: PaymentFacts): number {
  if (!facts.isPaid) return 0
  if (isRevoked(facts)) return credits
  return Math.floor((credits * facts.refunded) / facts.amount)
}

/** Whether an order still waits for its payment. */
export function isWaiting(state: OrderState): boolean {
  return state === 'pending'
}

/** Whether an order has an invoice: it was paid. */
export function hasInvoice(state: OrderState): boolean {
  return state !== 'pending' && state !== 'failed' && state !== 'cancelled' && state !== 'expired'
}

/**
 * Formats an amount in the smallest unit as `$32.00`, `¥2,380.00` or `−$9.00`: USD is $, all else yuan; in both languages
 * the sign comes first.
 */
export function formatMoney(amount: number, currency: string): string {
  const [whole = '', part] = (Math.abs(amount) / 100).toFixed(2).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${amount < 0 ? '−' : ''}${currency === 'USD' ? '$' : '¥'}${grouped}.${part}`
}
