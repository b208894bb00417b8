import type { FastifyInstance } from 'fastify'
import { EVENTS_PATH } from '#core/contract/event.ts'
import type { Db } from '../store/db.ts'
import type { EventHub } from '../store/events.ts'
import { contextOf } from './calls.ts'

const KEEP_ALIVE_MS = 20_000

/** Server-sent events of the person whose token it is. */
export function registerEvents(app: FastifyInstance, db: Db, hub: EventHub): void {
  const open = new Set<() => void>()
  app.get(EVENTS_PATH, async (request, reply) => {
    const { accountId } = await contextOf(request, db, 'visitor')
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    })
    reply.raw.write(': open\n\n')
    const unsubscribe = hub.subscribe(accountId, (event) => reply.raw.write(`data: ${JSON.stringify(event)}\n\n`))
    const timer = setInterval(() => reply.raw.write(': still here\n\n'), KEEP_ALIVE_MS)
    const close = (): void => {
      clearInterval(timer)
      unsubscribe()
      open.delete(close)
      reply.raw.end()
    }
    open.add(close)
    request.raw.on('close', close)
  })
  app.addHook('preClose', async () => open.forEach((close) => close()))
}
