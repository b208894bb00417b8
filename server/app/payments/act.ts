import type { Order } from '#core/contract/finance.ts'
import type { ParsedInputOf } from '#core/contract/index.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../refusal.ts'
import { own } from '../scope.ts'
import type { PaymentGateway } from './gateway.ts'
import { describeOrder } from './orders.ts'
import type { SignedMessage, TestGateway } from './test-checkout.ts'

/** Delivers a message to the webhook, as the gateway would. */
export type Deliver = (message: SignedMessage) => Promise<void>

/** Whether payments use the built-in test checkout. */
export function isTestGateway(gateway: PaymentGateway | undefined): gateway is TestGateway {
  return gateway?.name === 'test'
}

/** The user's act at the test checkout of their order; its events arrive by the webhook. */
export async function actAtTestCheckout(
  { db, payments }: Deps,
  accountId: string,
  { order_id, act }: ParsedInputOf<'actAtTestCheckout'>,
  deliver: Deliver,
): Promise<Order> {
  const order = await own({ db, accountId }, 'purchase_order', order_id)
  if (!isTestGateway(payments)) throw notFound()
  for (const message of await payments.act(order.id, act)) await deliver(message)
  return describeOrder(await own({ db, accountId }, 'purchase_order', order_id))
}
