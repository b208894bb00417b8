import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { EVENTS_PATH, PAGE_HEADER } from '#core/contract/event.ts'
import type { Session } from '../app/accounts.ts'
import { Refusal } from '../app/refusal.ts'
import type { Sessions } from '../app/sessions.ts'
import type { EventHub } from '../store/events.ts'
import { header } from './authenticate.ts'

const KEEP_ALIVE_MS = 20_000
/** Open streams of one account in this process: tabs on all of the user's machines. */
const MAX_STREAMS = 32

/** Server-sent events for a session's account, until the session ends. */
export function registerEvents(app: FastifyInstance, sessions: Sessions, hub: EventHub): void {
  const open = new Set<() => void>()
  const streams = new Map<string, number>()
  app.get(EVENTS_PATH, async (request, reply) => {
    const token = header(request, 'token')
    if (token === '') throw new Refusal('no_token', 'no_token')
    const session = await sessions.find(token)
    const { id } = session.account
    const count = (streams.get(id) ?? 0) + 1
    if (count > MAX_STREAMS) throw Object.assign(new Error('too many event streams'), { statusCode: 429 })
    streams.set(id, count)
    reply.hijack()
    const end = stream({ raw: reply.raw, pageId: header(request, PAGE_HEADER) || undefined }, session, hub, () =>
      sessions.find(token),
    )
    open.add(end)
    reply.raw.once('close', () => {
      end()
      open.delete(end)
      const left = (streams.get(id) ?? 1) - 1
      if (left > 0) streams.set(id, left)
      else streams.delete(id)
    })
  })
  app.addHook('preClose', async () => open.forEach((end) => end()))
}

interface Listening {
  readonly raw: ServerResponse
  readonly pageId: string | undefined
}

/**
 * Writes the events of a session's account; `find` fails when the session is over. Returns a function that ends the
 * stream.
 */
function stream({ raw, pageId }: Listening, session: Session, hub: EventHub, find: () => Promise<unknown>): () => void {
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  raw.write(': open\n\n')
  const stops = [
    hub.subscribe(session.account.id, (event) => raw.write(`data: ${JSON.stringify(event)}\n\n`), pageId),
    hub.onSessionChange((change) => {
      if (change.kind === 'ended' && change.token_hash === session.tokenHash) end()
    }),
    every(KEEP_ALIVE_MS, () => {
      raw.write(': still here\n\n')
      // The channel may have lost the end of the session.
      find().catch((error: unknown) => {
        if (error instanceof Refusal) end()
      })
    }),
    after(session.expiresAt.getTime() - Date.now(), () => end()),
  ]
  const end = (): void => {
    for (const stop of stops.splice(0)) stop()
    raw.end()
  }
  return end
}

function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
