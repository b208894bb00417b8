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

/** How an order without a payment ended. */
export type OrderEnd = 'failed' | 'cancelled' | 'expired'
export type DisputeState = 'none' | 'open' | 'won' | 'lost'

/** The package that is given away, once for each account. */
export const FREE_SKU = 'free-200'

/** How long a checkout can be paid. */
export const CHECKOUT_MINUTES = 60

/** Where the browser comes back to from a checkout. */
export const PAY_RESULT_PATH = '/finance/ai_payresult'

/** Where the built-in test checkout is. */
export const TEST_PAY_PATH = '/finance/testpay'

/** What is done at the test checkout. */
export const testActs = ['pay', 'fail', 'cancel', 'pay_twice', 'pay_late'] as const
export type TestAct = (typeof testActs)[number]

/** What is known of an order's payment, in whichever order it was heard of. */
export interface PaymentFacts {
  readonly amount: number
  readonly isPaid: boolean
  /** How much of the money went back. */
  readonly refunded: number
  readonly dispute: DisputeState
  readonly ended: OrderEnd | undefined
}

/** The state that follows from the facts. Money that came counts for more than that the checkout had ended before. */
export function orderState({ amount, isPaid, refunded, dispute, ended }: PaymentFacts): OrderState {
  if (!isPaid) return ended ?? 'pending'
  if (dispute === 'open') return 'disputed'
  if (dispute === 'lost' || refunded >= amount) return 'refunded'
  return refunded > 0 ? 'partly_refunded' : 'paid'
}

/** Whether nothing of an order's credits may be spent. */
export function isRevoked({ amount, refunded, dispute }: PaymentFacts): boolean {
  return dispute === 'open' || dispute === 'lost' || (refunded > 0 && refunded >= amount)
}

/** How many of an order's credits are to be taken back: as large a share as that of the money, in whole credits. */
export function creditsToTake(credits: number, facts: PaymentFacts): number {
  if (!facts.isPaid) return 0
  if (isRevoked(facts)) return credits
  return Math.floor((credits * facts.refunded) / facts.amount)
}

/** Whether an order still waits for its payment. */
export function isWaiting(state: OrderState): boolean {
  return state === 'pending'
}

/** Whether an order has an invoice: its money came. */
export function hasInvoice(state: OrderState): boolean {
  return state !== 'pending' && state !== 'failed' && state !== 'cancelled' && state !== 'expired'
}

/** `$32.00`, `¥2,380.00` or `−$9.00` for an amount in the smallest unit: USD is $, all else yuan; both languages put the sign first. */
export function formatMoney(amount: number, currency: string): string {
  const [whole = '', part] = (Math.abs(amount) / 100).toFixed(2).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${amount < 0 ? '−' : ''}${currency === 'USD' ? '$' : '¥'}${grouped}.${part}`
}
