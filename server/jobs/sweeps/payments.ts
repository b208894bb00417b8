import { askAboutOrder, hearMissed, ordersToAsk, paymentsToRefund, refundSecond } from '../../app/payments/ask.ts'
import { clearEach, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Orders of which the gateway has said nothing are asked about. */
export const orderSweep: Sweep = {
  name: 'open-orders',
  cron: '*/5 * * * *',
  run: async (deps, now, onFault) =>
    clearEach(await ordersToAsk(deps.db, now, SWEEP_BATCH), (order) => askAboutOrder(deps, order, now), onFault),
}

/** Second payments of an order go back. */
export const secondPaymentSweep: Sweep = {
  name: 'second-payments',
  cron: '*/5 * * * *',
  run: async (deps, _now, onFault) =>
    clearEach(await paymentsToRefund(deps.db, SWEEP_BATCH), (payment) => refundSecond(deps, payment), onFault),
}

/** What a gateway told and no webhook brought is asked for: a refund or dispute is of an order that nobody asks about. */
export const missedSweep: Sweep = {
  name: 'missed-payments',
  cron: '17 * * * *',
  run: async (deps, now) => hearMissed(deps, now),
}
