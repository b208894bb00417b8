import type { financeCalls } from '#core/contract/finance.ts'
import { listAudits } from '../app/credits/audit.ts'
import { sumConsumption } from '../app/credits/months.ts'
import { consumptionFile, listConsumption, listRecharges, rechargesFile } from '../app/credits/lists.ts'
import type { Deps } from '../app/deps.ts'
import { actAtTestCheckout, type Deliver } from '../app/payments/act.ts'
import { invoiceFile } from '../app/payments/invoice.ts'
import { cancelOrder, createOrder, getOrder, listOrders, unusualPayments } from '../app/payments/orders.ts'
import { listSkus } from '../app/payments/skus.ts'
import type { Sessions } from '../app/sessions.ts'
import { setTimeZone } from '../app/time-zone.ts'
import type { HandlersOf } from './context.ts'

const AUDITS = 30
const PAYMENTS = 100

/** Handlers of the calls about credits and their purchase. */
export function financeHandlers(deps: Deps, sessions: Sessions, deliver: Deliver): HandlersOf<typeof financeCalls> {
  return {
    listSkus: (_, { account }) => listSkus(deps, account?.id),
    createOrder: (input, context) => createOrder(deps, context, input),
    getPayInfo: ({ order_id }, { accountId }) => getOrder(deps, accountId, order_id),
    cancelOrder: ({ order_id }, { accountId }) => cancelOrder(deps, accountId, order_id),
    listOrders: (input, { accountId }) => listOrders(deps, accountId, input),
    getInvoice: ({ order_id }, context) => invoiceFile(deps, context, order_id),
    listRecharges: (input, { db, accountId }) => listRecharges(db, accountId, input),
    exportRecharges: (input, context) => rechargesFile(context.db, context, input),
    listConsumption: (input, { db, accountId }) => listConsumption(db, accountId, input),
    sumConsumption: (_, { db, accountId }) => sumConsumption(db, accountId, new Date()),
    exportConsumption: (input, context) => consumptionFile(context.db, context, input),
    actAtTestCheckout: (input, { accountId }) => actAtTestCheckout(deps, accountId, input, deliver),
    setTimeZone: async ({ time_zone }, { db, accountId }) => {
      await setTimeZone(db, accountId, time_zone)
      sessions.changed(accountId)
      return {}
    },
    listAudits: async () => ({
      audits: await listAudits(deps.db, AUDITS),
      payments: await unusualPayments(deps, PAYMENTS),
    }),
  }
}
