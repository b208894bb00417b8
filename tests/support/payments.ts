import type { SignedMessage, TestGateway } from '#server/app/payments/test-checkout.ts'
import { newId } from '#server/store/id.ts'
import type { TestServer } from './server.ts'

/** Return address of the payment page. */
export const RESULT = '/finance/ai_payresult'

/** What `createOrder` takes. */
export function orderInput(sku_id: string, key = newId()) {
  return {
    sku_id,
    from: '/lab/library?x=1',
    success_url: `http://localhost:80${RESULT}`,
    fail_url: RESULT,
    idempotency_key: key,
  }
}

type Act = 'pay' | 'fail' | 'cancel' | 'pay_twice' | 'pay_late'

/** Acts at a server's test checkout, and the results; of `owner` unless another token is given. */
export function checkoutOf(server: TestServer, owner: string) {
  const { db, payments } = server.services.deps
  return {
    db,
    gateway: payments as TestGateway,
    order: async (token = owner) => (await server.ok('createOrder', orderInput('usd-500'), token)).order_id,
    info: (order_id: string, token = owner) => server.ok('getPayInfo', { order_id }, token),
    credits: async (token = owner) => (await server.ok('getInfo', {}, token)).credits,
    act: (order_id: string, what: Act, token = owner) => server.ok('actAtTestCheckout', { order_id, act: what }, token),
    /** Of an order's events, in the order of arrival. */
    outcomes: async (order_id: string) => {
      const events = db.selectFrom('payment_event').select('outcome').where('order_id', '=', order_id)
      return (await events.orderBy('created_at').execute()).map(({ outcome }) => outcome)
    },
  }
}

const headers = { 'content-type': 'application/json' }
/** Sends a message to a gateway's webhook; returns the status. */
export async function tell(server: TestServer, { body, signature }: SignedMessage, gateway = 'test'): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/pay/webhook/${gateway}`,
    headers: { ...headers, 'stripe-signature': signature },
    payload: body,
  })
  return answer.statusCode
}
