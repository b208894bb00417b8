import type { SignedMessage } from '#server/app/payments/test-checkout.ts'
import { newId } from '#server/store/id.ts'
import type { TestServer } from './server.ts'

/** Where the payment page sends people back to. */
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

const headers = { 'content-type': 'application/json' }
/** Brings a message to the webhook of a gateway; the status that it answers. */
export async function tell(server: TestServer, { body, signature }: SignedMessage, gateway = 'test'): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/pay/webhook/${gateway}`,
    headers: { ...headers, 'stripe-signature': signature },
    payload: body,
  })
  return answer.statusCode
}
