import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { takeEvent } from './take-event.ts'

const MINUTE_MS = 60_000
/** Of how many days ago an order is asked about at most: a gateway sends its events no longer. */
const ASKED_DAYS = 3

export interface AskedOrder {
  readonly id: string
  readonly gateway: string
  readonly checkout_ref: string | null
  readonly expires_at: Date
}

/** Orders without a payment that the gateway has not been asked about lately: one that waits often, one that ended seldom. */
export async function ordersToAsk(db: Db, now: Date, limit: number): Promise<AskedOrder[]> {
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS)
  return db
    .selectFrom('purchase_order')
    .select(['id', 'gateway', 'checkout_ref', 'expires_at'])
    .where('payment_ref', 'is', null)
    .where('created_at', '>', ago(ASKED_DAYS * 24 * 60))
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'pending'), eb(eb.fn.coalesce('asked_at', 'created_at'), '<', ago(5))]),
        eb(eb.fn.coalesce('asked_at', 'created_at'), '<', ago(6 * 60)),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/** Asks the gateway what became of an order, and takes in what it says. */
export async function askAboutOrder({ db, payments }: Pick<Deps, 'db' | 'payments'>, order: AskedOrder, now: Date) {
  await db.updateTable('purchase_order').set({ asked_at: now }).where('id', '=', order.id).execute()
  if (order.checkout_ref !== null && payments?.name === order.gateway) {
    for (const event of await payments.ask(order.checkout_ref)) await takeEvent(db, order.gateway, event, now)
    return
  }
  // It never came to a checkout, or there is nobody left to ask.
  if (order.expires_at > now) return
  await takeEvent(db, order.gateway, {
    id: `expired ${order.id}`,
    type: 'expired',
    orderId: order.id,
    checkoutRef: order.checkout_ref ?? undefined,
    paymentRef: undefined,
    fact: { kind: 'ended', how: 'expired' },
  })
}

/** Payments that came for an order which another one had paid: their money goes back. */
export async function paymentsToRefund(db: Db, limit: number): Promise<{ id: string; gateway: string; ref: string }[]> {
  return db
    .selectFrom('payment_event')
    .select(['id', 'gateway', 'detail as ref'])
    .where('outcome', '=', 'paid_twice')
    .limit(limit)
    .execute()
}

/** Has the gateway give the money of a payment back, and notes it. */
export async function refundSecond(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { id, gateway, ref }: { id: string; gateway: string; ref: string },
): Promise<void> {
  if (payments?.name !== gateway) return
  await payments.refund(ref)
  await db
    .updateTable('payment_event')
    .set({ outcome: 'second_refunded' as const })
    .where('gateway', '=', gateway)
    .where('id', '=', id)
    .execute()
}

/** How long a gateway can say again what it told. */
const EVENT_DAYS = 30
/** What was told a little earlier may have come into the list later. */
const OVERLAP_MS = 60 * MINUTE_MS
const lastEventKey = (gateway: string): string => `payments last ${gateway}`

/**
 * Takes in everything that the gateway told since the last time that it was asked, refunds and disputes too: a message
 * whose webhook never came counts like one that did, and one that came changes nothing. Answers how many were new.
 */
export async function hearMissed({ db, payments }: Pick<Deps, 'db' | 'payments'>, now: Date): Promise<number> {
  if (!payments) return 0
  const key = lastEventKey(payments.name)
  const last = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  const since = last ? Date.parse(last.value) - OVERLAP_MS : now.getTime() - EVENT_DAYS * 24 * 60 * MINUTE_MS
  let missed = 0
  for (const event of await payments.eventsSince(new Date(since))) {
    if ((await takeEvent(db, payments.name, event, now)) !== 'heard_already') missed += 1
  }
  const value = now.toISOString()
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return missed
}
