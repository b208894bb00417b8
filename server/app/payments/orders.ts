import { sql } from 'kysely'
import { FREE_SKU, CHECKOUT_MINUTES, hasInvoice, isWaiting, PAY_RESULT_PATH } from '#core/domain/orders.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Order } from '#core/contract/finance.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { grantCredits } from '../credits/grant.ts'
import { freeKey } from '../credits/sign-up.ts'
import { listPage, totalColumn } from '../paging.ts'
import { notFound, Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { GatewayFault, type PaymentGateway } from './gateway.ts'
import { orderTitle } from './order-title.ts'
import { ownPath } from './own-path.ts'
import { type OrderRow, takeEvent } from './take-event.ts'
import { DISPUTE_OPENED } from './stripe-events.ts'
import { isClaimed } from './skus.ts'

type PayDeps = Pick<Deps, 'db' | 'payments'>

/** An order as its owner sees it. */
export function describeOrder(row: OrderRow): Order {
  const isOpen = isWaiting(row.state) && row.expires_at > new Date()
  return {
    order_id: row.id,
    sku_id: row.sku_id,
    credits: row.credits,
    currency: row.currency,
    amount: row.amount,
    refunded: row.refunded,
    validity_period: row.validity_period,
    state: row.state,
    pay_url: isOpen ? (row.pay_url ?? '') : '',
    from: row.from_path,
    has_invoice: hasInvoice(row.state) && row.amount > 0,
    is_test: row.gateway === 'test',
    create_time: row.created_at.toISOString(),
    expire_time: row.expires_at.toISOString(),
    pay_time: row.paid_at?.toISOString() ?? '',
  }
}

/** The buyer, and the origin by which the browser reached this server. */
interface Buyer {
  readonly accountId: string
  readonly language: InterfaceLanguage
  readonly origin: string
}

/** Orders a package; the same key returns the same order. The free package is granted at once. */
export async function createOrder(
  deps: PayDeps,
  buyer: Buyer,
  input: ParsedInputOf<'createOrder'>,
): Promise<DataOf<'createOrder'>> {
  const paths = readPaths(buyer.origin, input)
  const sku = await deps.db
    .selectFrom('sku')
    .selectAll()
    .where('id', '=', input.sku_id)
    .where('is_offered', '=', true)
    .executeTakeFirst()
  if (!sku) throw notFound()
  if (sku.id === FREE_SKU) return claimFree(deps, buyer.accountId, { ...sku, back: paths.success })
  const gateway = deps.payments
  if (!gateway) throw new Refusal('refused', 'no_payments')
  const order = await insertOrder(deps, buyer, { sku, paths, key: input.idempotency_key, gateway: gateway.name })
  if (order.pay_url !== null) return { order_id: order.id, pay_url: order.pay_url }
  return openCheckout(deps, gateway, buyer, order)
}

interface Paths {
  readonly from: string
  readonly success: string
  readonly fail: string
}

/** Only own pages: a checkout must not redirect elsewhere. */
function readPaths(origin: string, input: ParsedInputOf<'createOrder'>): Paths {
  const read = (field: 'from' | 'success_url' | 'fail_url', base = ''): string => {
    const path = ownPath(input[field], origin)
    if (path === undefined || !path.startsWith(base)) throw new Refusal('refused', 'foreign_address', { field })
    return path
  }
  return { from: read('from'), success: read('success_url', PAY_RESULT_PATH), fail: read('fail_url', PAY_RESULT_PATH) }
}

interface Wanted {
  readonly sku: {
    id: string
    beans_buy: number
    beans_gift: number
    currency: string
    amount: number
    validity_period: number
  }
  readonly paths: Paths
  readonly key: string
  readonly gateway: string
}

async function insertOrder(
  { db }: PayDeps,
  { accountId }: Buyer,
  { sku, paths, key, gateway }: Wanted,
): Promise<OrderRow> {
  const inserted = await db
    .insertInto('purchase_order')
    .values({
      id: newId(),
      account_id: accountId,
      sku_id: sku.id,
      credits: sku.beans_buy + sku.beans_gift,
      currency: sku.currency,
      amount: sku.amount,
      validity_period: sku.validity_period,
      gateway,
      idempotency_key: key,
      from_path: paths.from,
      success_url: paths.success,
      fail_url: paths.fail,
      expires_at: new Date(Date.now() + CHECKOUT_MINUTES * 60_000),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return inserted
  return db
    .selectFrom('purchase_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
}

async function openCheckout(
  { db }: PayDeps,
  gateway: PaymentGateway,
  { accountId, language, origin }: Buyer,
  order: OrderRow,
): Promise<DataOf<'createOrder'>> {
  const { email, email_verified } = await db
    .selectFrom('account')
    .select(['email', 'email_verified'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const back = (path: string, result: string): string =>
    `${origin}${path}${path.includes('?') ? '&' : '?'}order_id=${order.id}&result=${result}`
  const title = orderTitle(order.credits, language)
  const { amount, currency } = order
  const checkout = await gateway
    .open({
      id: order.id,
      title,
      amount,
      currency,
      successUrl: back(order.success_url, 'success'),
      cancelUrl: back(order.fail_url, 'fail'),
      expiresAt: order.expires_at,
      // The receipt goes to a proved address only.
      email: email !== null && email_verified ? email : undefined,
    })
    .catch(refuseFault)
  await db
    .updateTable('purchase_order')
    .set({ checkout_ref: checkout.ref, pay_url: checkout.url })
    .where('id', '=', order.id)
    .execute()
  return { order_id: order.id, pay_url: checkout.url }
}

function refuseFault(error: unknown): never {
  if (error instanceof GatewayFault) throw new Refusal('refused', 'payments_unreachable')
  throw error
}

async function claimFree(
  { db }: PayDeps,
  accountId: string,
  free: { beans_gift: number; validity_period: number; back: string },
): Promise<DataOf<'createOrder'>> {
  if (await isClaimed(db, accountId)) throw new Refusal('notice', 'free_claimed')
  const { gift_waits } = await db
    .selectFrom('account')
    .select('gift_waits')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (gift_waits) throw new Refusal('notice', 'free_waits')
  const grant = {
    source: 'sign_up',
    reason: 'sign_up',
    idempotencyKey: freeKey(accountId),
    amount: free.beans_gift,
    days: free.validity_period,
  } as const
  await db.transaction().execute((tx) => grantCredits(tx, accountId, grant))
  return { order_id: '', pay_url: '' }
}

/** The caller's order. */
export async function getOrder({ db }: PayDeps, accountId: string, orderId: string): Promise<Order> {
  return describeOrder(await own({ db, accountId }, 'purchase_order', orderId))
}

/** Cancels an unpaid order and its checkout. One that is paid meanwhile stays paid. */
export async function cancelOrder({ db, payments }: PayDeps, accountId: string, orderId: string): Promise<Order> {
  const order = await own({ db, accountId }, 'purchase_order', orderId)
  if (!isWaiting(order.state)) throw new Refusal('notice', 'order_over')
  const isEnded = order.checkout_ref === null || (await payments?.end(order.checkout_ref).catch(refuseFault)) === true
  if (isEnded && payments) {
    await takeEvent(db, order.gateway, {
      id: `cancelled ${order.id}`,
      type: 'cancelled',
      orderId: order.id,
      checkoutRef: order.checkout_ref ?? undefined,
      paymentRef: undefined,
      fact: { kind: 'ended', how: 'cancelled' },
    })
  }
  return getOrder({ db, payments }, accountId, orderId)
}

/** A page of the caller's orders, newest first. */
export async function listOrders(
  { db }: PayDeps,
  accountId: string,
  { state, ...page }: ParsedInputOf<'listOrders'>,
): Promise<DataOf<'listOrders'>> {
  let query = db
    .selectFrom('purchase_order')
    .selectAll()
    .select(totalColumn)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
  if (state !== undefined) query = query.where('state', '=', state)
  return listPage(query, page, describeOrder)
}

/** Payment events that need a person, open disputes included; newest first. */
export async function unusualPayments({ db }: PayDeps, count: number) {
  const rows = await db
    .selectFrom('payment_event')
    .leftJoin('purchase_order', 'purchase_order.id', 'payment_event.order_id')
    .leftJoin('account', 'account.id', 'purchase_order.account_id')
    .select(['payment_event.gateway', 'payment_event.id', 'type', 'outcome', 'detail', 'payment_event.created_at'])
    .select((eb) => [
      eb.fn.coalesce('payment_event.order_id', sql<string>`''`).as('order_id'),
      eb.fn.coalesce('payment_event.payment_ref', sql<string>`''`).as('payment_ref'),
      eb.fn.coalesce('account.name', 'account.email', sql<string>`''`).as('account_name'),
    ])
    .where((eb) =>
      eb.or([
        eb('outcome', 'in', ['paid_twice', 'wrong_amount', 'unknown_order', 'foreign_order']),
        eb.and([eb('purchase_order.dispute', '=', 'open'), eb('type', '=', DISPUTE_OPENED)]),
      ]),
    )
    .orderBy('payment_event.created_at', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ created_at, outcome, ...row }) => ({
    ...row,
    outcome: row.type === DISPUTE_OPENED && outcome === 'done' ? 'disputed' : outcome,
    create_time: created_at.toISOString(),
  }))
}
