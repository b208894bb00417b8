import { askAboutOrder, hearMissed, ordersToAsk, paymentsToRefund, refundSecond } from '../../app/payments/ask.ts'
import { clearEach, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Polls orders about which the gateway is silent. */
export const orderSweep: Sweep = {
  name: 'open-orders',
  cron: '*/5 * * * *',
  run: async (deps, now, onFault) =>
    clearEach(await ordersToAsk(deps.db, now, SWEEP_BATCH), (order) => askAboutOrder(deps, order, now), onFault),
}

/** Refunds second payments of an order. */
export const secondPaymentSweep: Sweep = {
  name: 'second-payments',
  cron: '*/5 * * * *',
  run: async (deps, _now, onFault) =>
    clearEach(await paymentsToRefund(deps.db, SWEEP_BATCH), (payment) => refundSecond(deps, payment), onFault),
}

/** Fetches events whose webhook was lost: refunds and disputes concern orders that are not polled. */
export const missedSweep: Sweep = {
  name: 'missed-payments',
  cron: '17 * * * *',
  run: async (deps, now) => hearMissed(deps, now),
}
