import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stripe's wire format, as its package sends and reads it. */
export function fakeStripe(): Promise<{
  server: Server
  address: string
  asked: string[]
  sessions: Map<string, Record<string, unknown>>
  events: object[]
}> {
  const asked: string[] = []
  const events: object[] = []
  const sessions = new Map<string, Record<string, unknown>>()
  const byKey = new Map<string, Record<string, unknown>>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url}`)
      const answer = (status: number, data: object): void => {
        response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
        response.end(JSON.stringify(data))
      }
      if (request.headers.authorization !== 'Bearer sk_test_key')
        return answer(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } })
      const form = new URLSearchParams(body)
      const [path = ''] = (request.url ?? '').split('?')
      const [, id = ''] = /sessions\/(\w+)/.exec(path) ?? []
      if (request.method === 'POST' && path === '/v1/checkout/sessions') {
        const key = String(request.headers['idempotency-key'])
        const made = byKey.get(key) ?? {
          id: `cs_test_${sessions.size + 1}`,
          object: 'checkout.session',
          status: 'open',
          payment_status: 'unpaid',
          amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
          currency: form.get('line_items[0][price_data][currency]'),
          client_reference_id: form.get('client_reference_id'),
          metadata: { order_id: form.get('metadata[order_id]') },
          payment_intent: null,
          url: `https://checkout.example/pay/${sessions.size + 1}`,
          success_url: form.get('success_url'),
        }
        byKey.set(key, made)
        sessions.set(String(made['id']), made)
        return answer(200, made)
      }
      if (path === '/v1/events')
        return answer(200, { object: 'list', url: path, has_more: false, data: events.toReversed() })
      const session = sessions.get(id)
      if (session && path.endsWith('/expire')) session['status'] = 'expired'
      if (session) return answer(200, session)
      if (path.startsWith('/v1/payment_intents/')) {
        const paid = [...sessions.values()].find(({ payment_intent }) => path.endsWith(String(payment_intent)))
        return answer(200, { id: 'pi_1', object: 'payment_intent', metadata: paid?.['metadata'] ?? {} })
      }
      return answer(404, { error: { type: 'invalid_request_error', message: 'No such object' } })
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        server,
        asked,
        sessions,
        events,
        address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      })
    })
  })
}
