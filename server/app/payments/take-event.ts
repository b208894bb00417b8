import type { Selectable } from 'kysely'
import { creditsToTake, isRevoked, orderState, type PaymentFacts } from '#core/domain/orders.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import type { PurchaseOrderTable } from '../../store/tables/credits.ts'
import { giveBackToLot, takeBackFromLot } from '../credits/orders.ts'
import { grantCredits } from '../credits/grant.ts'
import type { PaymentEvent } from './gateway.ts'

export type OrderRow = Selectable<PurchaseOrderTable>

/** The outcome of an event; all but the first four need a person. */
export type Outcome =
  | 'done'
  | 'late'
  | 'heard_already'
  | 'nothing'
  | 'paid_twice'
  | 'wrong_amount'
  | 'unknown_order'
  | 'foreign_order'

interface Taken {
  readonly outcome: Outcome
  readonly detail?: string
}

/** Outcomes that need no person. */
export const usualOutcomes: readonly Outcome[] = ['done', 'late', 'heard_already', 'nothing']

/**
 * Processes a gateway event once: event, order, credits and notifications are one transaction. Repeated, late and
 * reordered events lead to the same state.
 */
export async function takeEvent(db: Db, gateway: string, event: PaymentEvent, now = new Date()): Promise<Outcome> {
  return db.transaction().execute(async (tx) => {
    const { id, type, orderId, paymentRef } = event
    const order = await orderOf(tx, gateway, event)
    const isNew = await tx
      .insertInto('payment_event')
      .values({
        gateway,
        id,
        type,
        order_id: order?.id ?? orderId ?? null,
        payment_ref: paymentRef ?? null,
        outcome: 'nothing',
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!isNew) return 'heard_already'
    const { outcome, detail = '' } = await takeFact(tx, gateway, order, event, now)
    await tx
      .updateTable('payment_event')
      .set({ outcome, detail })
      .where('gateway', '=', gateway)
      .where('id', '=', id)
      .execute()
    return outcome
  })
}

/** The order that an event or its payment names, locked. */
async function orderOf(tx: Tx, gateway: string, event: PaymentEvent): Promise<OrderRow | undefined> {
  const { orderId, paymentRef } = event
  if (orderId === undefined && paymentRef === undefined) return undefined
  const query = tx.selectFrom('purchase_order').selectAll().forUpdate()
  if (orderId !== undefined) return query.where('id', '=', orderId).executeTakeFirst()
  return query
    .where('gateway', '=', gateway)
    .where('payment_ref', '=', paymentRef ?? '')
    .executeTakeFirst()
}

async function takeFact(
  tx: Tx,
  gateway: string,
  order: OrderRow | undefined,
  event: PaymentEvent,
  now: Date,
): Promise<Taken> {
  const { fact } = event
  if (fact.kind === 'other') return { outcome: 'nothing' }
  if (!order) return { outcome: 'unknown_order', detail: event.orderId ?? '' }
  const isForeign = order.gateway !== gateway || (event.checkoutRef ?? order.checkout_ref) !== order.checkout_ref
  if (isForeign) return { outcome: 'foreign_order', detail: event.checkoutRef ?? '' }
  if (fact.kind === 'paid') return takePayment(tx, order, { ...event, fact }, now)
  // A refund or dispute of a surplus payment does not affect the order's credits.
  const isOther = order.payment_ref !== null && event.paymentRef !== undefined && event.paymentRef !== order.payment_ref
  if (isOther && fact.kind !== 'ended') return { outcome: 'nothing', detail: 'another payment' }
  if (fact.kind === 'ended') {
    if (order.payment_ref !== null || order.ended !== null) return { outcome: 'nothing' }
    await reconcile(tx, { ...order, ended: fact.how }, now)
  } else if (fact.kind === 'refunded') {
    await reconcile(tx, { ...order, refunded: Math.max(order.refunded, fact.total) }, now)
  } else {
    // A closed dispute stays closed: its opening may be reported later.
    if (fact.state === 'open' && order.dispute !== 'none') return { outcome: 'nothing' }
    await reconcile(tx, { ...order, dispute: fact.state }, now)
  }
  return { outcome: 'done' }
}

async function takePayment(
  tx: Tx,
  order: OrderRow,
  { fact, paymentRef, id }: PaymentEvent & { fact: { kind: 'paid'; amount: number; currency: string } },
  now: Date,
): Promise<Taken> {
  const payment = paymentRef ?? id
  if (order.payment_ref === payment) return { outcome: 'heard_already' }
  if (order.payment_ref !== null) return { outcome: 'paid_twice', detail: payment }
  if (fact.amount !== order.amount || fact.currency !== order.currency) {
    return { outcome: 'wrong_amount', detail: `${fact.amount} ${fact.currency} ≠ ${order.amount} ${order.currency}` }
  }
  await reconcile(tx, { ...order, payment_ref: payment, paid_at: now }, now)
  return { outcome: order.ended === null ? 'done' : 'late' }
}

/** Computes credits and state from the facts and stores both. */
async function reconcile(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const facts: PaymentFacts = {
    amount: order.amount,
    isPaid: order.payment_ref !== null,
    refunded: order.refunded,
    dispute: order.dispute,
    ended: order.ended ?? undefined,
  }
  const grantId = facts.isPaid ? (order.grant_id ?? (await grantOrder(tx, order, now))) : null
  if (grantId !== null) {
    const wanted = creditsToTake(order.credits, facts)
    const lot = { accountId: order.account_id, lotId: grantId, orderId: order.id }
    await takeBackFromLot(tx, lot, { wanted, isRevoked: isRevoked(facts) }, now)
    await giveBackToLot(tx, lot, { wanted, isRevoked: isRevoked(facts) }, now)
  }
  const state = orderState(facts)
  await tx
    .updateTable('purchase_order')
    .set((eb) => ({
      state,
      payment_ref: order.payment_ref,
      refunded: order.refunded,
      dispute: order.dispute,
      ended: order.ended,
      grant_id: grantId,
      paid_at: order.paid_at,
      ...(facts.isPaid &&
        order.invoice_number === null && { invoice_number: eb.fn<number>('nextval', [eb.val('invoice_number')]) }),
    }))
    .where('id', '=', order.id)
    .execute()
  await publishEvent(tx, order.account_id, { kind: 'order', order_id: order.id, state })
}

async function grantOrder(tx: Tx, order: OrderRow, now: Date): Promise<string> {
  const grant = {
    source: 'purchase',
    reason: 'order',
    idempotencyKey: `order ${order.id}`,
    amount: order.credits,
    days: order.validity_period,
  } as const
  const { grantId } = await grantCredits(tx, order.account_id, grant, now)
  return grantId
}
