import { z } from 'zod'
import { creditSources, entryKinds } from '../domain/credits.ts'
import { orderStates, testActs } from '../domain/orders.ts'
import { call, listOf, none } from './call.ts'
import { id, idempotencyKey, line, pageInput, queryInt, text } from './fields.ts'

const sku = z
  .object({
    sku_id: z.string(),
    beans_buy: z.number().int(),
    beans_gift: z.number().int(),
    currency: z.string(),
    /** In the smallest unit of the currency. */
    amount: z.number().int(),
    validity_period: z.number().int(),
    remark_content: z.string(),
    remark_en: z.string(),
    /** Whether the free one is still available. */
    is_claimed: z.boolean(),
  })
  .meta({ id: 'Sku' })
export type Sku = z.infer<typeof sku>

const order = z
  .object({
    order_id: z.string(),
    sku_id: z.string(),
    credits: z.number().int(),
    currency: z.string(),
    amount: z.number().int(),
    refunded: z.number().int(),
    validity_period: z.number().int(),
    state: z.enum(orderStates),
    /** Payment page while payable; else empty. */
    pay_url: z.string(),
    /** The page to return to. */
    from: z.string(),
    has_invoice: z.boolean(),
    is_test: z.boolean(),
    create_time: z.string(),
    expire_time: z.string(),
    /** Empty if it was not paid. */
    pay_time: z.string(),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof order>

const consumption = z
  .object({
    id: z.number().int(),
    kind: z.enum(entryKinds),
    /** Negative for spent credits. */
    amount: z.number().int(),
    balance: z.number().int(),
    /** Of its task; empty without one. */
    task_type: z.string(),
    task_id: z.string(),
    note: z.string(),
    /** Outcome of a reservation. */
    outcome: z.enum(['', 'open', 'spent', 'returned']),
    create_time: z.string(),
  })
  .meta({ id: 'Consumption' })
export type Consumption = z.infer<typeof consumption>

const recharge = z
  .object({
    id: z.string(),
    source: z.enum(creditSources),
    reason: z.string(),
    credits: z.number().int(),
    left: z.number().int(),
    order_id: z.string(),
    create_time: z.string(),
    /** Empty for no end. */
    expire_time: z.string(),
  })
  .meta({ id: 'Recharge' })
export type Recharge = z.infer<typeof recharge>

const consumeFilter = {
  kind: z.enum(entryKinds).optional(),
  task_type: text(40).optional(),
  search: text(200).optional(),
  days: queryInt({ min: 1, max: 3650 }).optional(),
}
const rechargeFilter = {
  source: z.enum(creditSources).optional(),
  /** Only what can be spent. */
  open: z.enum(['0', '1']).optional(),
  days: queryInt({ min: 1, max: 3650 }).optional(),
}
const textFile = z.object({ file_name: z.string(), content: z.string() })

/** An own address, whole or from its root. */
const address = line(2000, 1)

/** Credits, packages, orders and their payment. */
export const financeCalls = {
  listSkus: call({
    method: 'GET',
    path: '/admin/financial.recharge/getsku',
    access: 'public',
    summary: 'Packages of credits, the free one first; whether they can be bought here',
    input: none,
    data: z.object({
      list: z.array(sku),
      /** `test`: the built-in test checkout, without money. `none`: no payments. */
      payment: z.enum(['real', 'test', 'none']),
    }),
  }),
  createOrder: call({
    method: 'POST',
    path: '/admin/financial.recharge/create',
    access: 'customer',
    limits: { perMinute: 60, per: 'address' },
    summary: 'Order a package; the answer has the address of the checkout. The free one is granted at once',
    input: z.object({
      sku_id: id,
      from: address,
      success_url: address,
      fail_url: address,
      idempotency_key: idempotencyKey,
    }),
    data: z.object({ order_id: z.string(), pay_url: z.string() }),
  }),
  getPayInfo: call({
    method: 'GET',
    path: '/admin/financial.recharge/getpayinfo',
    access: 'customer',
    summary: 'An order and the state of its payment',
    input: z.object({ order_id: id }),
    data: order,
  }),
  cancelOrder: call({
    method: 'POST',
    path: '/admin/financial.recharge/cancel',
    access: 'customer',
    summary: 'Cancel an order that is not paid',
    input: z.object({ order_id: id }),
    data: order,
  }),
  listOrders: call({
    method: 'GET',
    path: '/admin/financial.order/getlist',
    access: 'customer',
    summary: 'Orders, the newest first',
    input: z.object({ ...pageInput, state: z.enum(orderStates).optional() }),
    data: listOf(order),
  }),
  getInvoice: call({
    method: 'GET',
    path: '/admin/financial.order/invoice',
    access: 'customer',
    limits: { perMinute: 30, per: 'address' },
    summary: 'The invoice of a paid order: a PDF in Base64, in the language of the request',
    input: z.object({ order_id: id }),
    data: textFile,
  }),
  listRecharges: call({
    method: 'GET',
    path: '/admin/financial.recharge/getlist',
    access: 'customer',
    summary: 'Credits received, with the rest and its expiry; the newest first',
    input: z.object({ ...pageInput, ...rechargeFilter }),
    data: listOf(recharge),
  }),
  exportRecharges: call({
    method: 'GET',
    path: '/admin/financial.recharge/csv',
    access: 'customer',
    limits: { perMinute: 20, per: 'address' },
    summary: 'The same list as CSV',
    input: z.object(rechargeFilter),
    data: textFile,
  }),
  listConsumption: call({
    method: 'GET',
    path: '/admin/financial.consume/getlist',
    access: 'customer',
    summary: 'Credits used, returned and expired; the newest first',
    input: z.object({ ...pageInput, ...consumeFilter }),
    data: listOf(consumption),
  }),
  sumConsumption: call({
    method: 'GET',
    path: '/admin/financial.consume/months',
    access: 'customer',
    summary: 'Credits of tasks by month and kind, without those that were returned, and expired credits; twelve months',
    input: none,
    data: z.object({
      /** Like `2026-03`, in the account's time zone; the oldest first. */
      months: z.array(z.string()),
      sums: z.array(
        z.object({
          month: z.string(),
          /** Kind of task; empty for expired credits. */
          task_type: z.string(),
          credits: z.number().int(),
        }),
      ),
    }),
  }),
  exportConsumption: call({
    method: 'GET',
    path: '/admin/financial.consume/csv',
    access: 'customer',
    limits: { perMinute: 20, per: 'address' },
    summary: 'The same list as CSV',
    input: z.object(consumeFilter),
    data: textFile,
  }),
  actAtTestCheckout: call({
    method: 'POST',
    path: '/admin/financial.testpay/act',
    access: 'customer',
    summary: 'Pay, fail or cancel at the built-in test checkout; only where it is used',
    input: z.object({ order_id: id, act: z.enum(testActs) }),
    data: order,
  }),
  setTimeZone: call({
    method: 'POST',
    path: '/admin/user.info/settimezone',
    access: 'customer',
    summary: 'Set the time zone by which the gift of the month expires',
    input: z.object({ time_zone: line(64, 1) }),
    data: none,
  }),
  listAudits: call({
    method: 'GET',
    path: '/admin/staff.credits/getaudits',
    access: 'staff',
    summary: 'Results of the last audits of the ledger, and payments that need attention',
    input: none,
    data: z.object({
      audits: z.array(
        z.object({
          id: z.number().int(),
          accounts: z.number().int(),
          entries: z.number().int(),
          difference: z
            .object({
              accountId: z.string(),
              entryId: z.number().int(),
              what: z.string(),
              expected: z.number().int(),
              found: z.number().int(),
            })
            .nullable(),
          account_name: z.string(),
          create_time: z.string(),
        }),
      ),
      payments: z.array(
        z.object({
          gateway: z.string(),
          id: z.string(),
          type: z.string(),
          order_id: z.string(),
          payment_ref: z.string(),
          outcome: z.string(),
          detail: z.string(),
          account_name: z.string(),
          create_time: z.string(),
        }),
      ),
    }),
  }),
}
