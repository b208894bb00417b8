import type { FastifyInstance } from 'fastify'
import type { Deps } from '../app/deps.ts'
import { BadSignature } from '../app/payments/gateway.ts'
import { takeEvent, usualOutcomes } from '../app/payments/take-event.ts'

const PREFIX = '/pay/webhook/'
/** Far more than a payment event has. */
const MAX_BYTES = 512 * 1024
const SIGNATURE = 'stripe-signature'

/**
 * Webhooks of payment gateways. Only signed messages are read, from their raw bytes; an internal error is answered as
 * one, so that the gateway retries.
 */
export async function registerPayWebhooks(app: FastifyInstance, { db, payments }: Deps): Promise<void> {
  if (!payments) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, parsed) => {
      parsed(null, body)
    })
    scope.post(`${PREFIX}${payments.name}`, { bodyLimit: MAX_BYTES }, async (request, reply) => {
      const signature = request.headers[SIGNATURE]
      try {
        const body = typeof request.body === 'string' ? request.body : ''
        const event = await payments.read(body, typeof signature === 'string' ? signature : '')
        const outcome = await takeEvent(db, payments.name, event)
        if (!usualOutcomes.includes(outcome)) request.log.warn({ event: event.id, outcome }, 'unusual payment')
        return { received: true }
      } catch (error) {
        if (!(error instanceof BadSignature)) throw error
        request.log.warn({ reason: error.message.slice(0, 200) }, 'webhook of payments: not signed')
        return reply.code(400).send({ received: false })
      }
    })
  })
}

/** Delivers a message of the test checkout by the same route as an external one. */
export async function deliverToWebhook(
  app: FastifyInstance,
  gateway: string,
  body: string,
  signature: string,
): Promise<void> {
  const headers = { 'content-type': 'application/json', [SIGNATURE]: signature }
  const { statusCode } = await app.inject({ method: 'POST', url: `${PREFIX}${gateway}`, headers, payload: body })
  if (statusCode !== 200) throw new Error(`The webhook of payments answered ${statusCode}`)
}
