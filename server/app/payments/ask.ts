import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { takeEvent } from './take-event.ts'

const MINUTE_MS = 60_000
/** Orders older than this are not polled: a gateway sends no events for them. */
const ASKED_DAYS = 3

export interface AskedOrder {
  readonly id: string
  readonly gateway: string
  readonly checkout_ref: string | null
  readonly expires_at: Date
}

/** Unpaid orders that were not polled lately: waiting orders often, ended ones seldom. */
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

/** Asks the gateway about an order and processes its answer. */
export async function askAboutOrder({ db, payments }: Pick<Deps, 'db' | 'payments'>, order: AskedOrder, now: Date) {
  await db.updateTable('purchase_order').set({ asked_at: now }).where('id', '=', order.id).execute()
  if (order.checkout_ref !== null && payments?.name === order.gateway) {
    for (const event of await payments.ask(order.checkout_ref)) await takeEvent(db, order.gateway, event, now)
    return
  }
  // The order never got a checkout, or its gateway is no longer configured.
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

/** Refunds second payments of orders that are paid already. */
export async function paymentsToRefund(db: Db, limit: number): Promise<{ id: string; gateway: string; ref: string }[]> {
  return db
    .selectFrom('payment_event')
    .select(['id', 'gateway', 'detail as ref'])
    .where('outcome', '=', 'paid_twice')
    .limit(limit)
    .execute()
}

/** Refunds a payment at the gateway and records it. */
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

/** How long a gateway keeps its events. */
const EVENT_DAYS = 30
/** Events may enter the gateway's list a little late. */
const OVERLAP_MS = 60 * MINUTE_MS
const lastEventKey = (gateway: string): string => `payments last ${gateway}`

/**
 * Processes all events of the gateway since the last poll, refunds and disputes too, to replace lost webhooks; known
 * events change nothing. Returns the number of new ones.
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
