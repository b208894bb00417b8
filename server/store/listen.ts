import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import pg from 'pg'

const PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
const CONNECT_LIMIT_MS = 5000

interface ListenOptions {
  /** Called after each connection. */
  readonly onConnect?: () => void
  /** Between proofs that the connection is alive, and the limit of one: a silent loss is noticed within 5 s. */
  readonly proofMs?: number
  readonly limitMs?: number
}

/**
 * Listens to a channel of a PostgreSQL server over a separate connection, which reconnects; messages meanwhile are lost.
 * Returns a function that ends it. Throws if the first connection fails.
 */
export async function listenOn(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
  { onConnect, proofMs = 3000, limitMs = 2000 }: ListenOptions = {},
): Promise<() => Promise<void>> {
  const control = new AbortController()
  const begin = () => connect(url, channel, onMessage, { proofMs, limitMs })
  let listener = await begin()
  onConnect?.()
  const keep = async (): Promise<void> => {
    for (;;) {
      await listener.lost
      void listener.end()
      await sleep(PAUSE_MS, undefined, { signal: control.signal })
      listener = await pRetry(begin, {
        retries: Infinity,
        minTimeout: 2 * PAUSE_MS,
        maxTimeout: LONGEST_PAUSE_MS,
        signal: control.signal,
      })
      onConnect?.()
    }
  }
  const kept = keep().catch(() => undefined)
  return async () => {
    control.abort()
    await listener.end()
    await kept
    await listener.end()
  }
}

interface Listener {
  /** Resolves when the connection is gone, at its first sign. */
  readonly lost: Promise<void>
  end(): Promise<void>
}

async function connect(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
  { proofMs, limitMs }: { readonly proofMs: number; readonly limitMs: number },
): Promise<Listener> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: limitMs,
  })
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  // Both may come, the first also more than once.
  client.on('error', () => lose())
  client.on('end', () => lose())
  const listen = `listen ${pg.escapeIdentifier(channel)}`
  let proofs: ReturnType<typeof setInterval> | undefined
  const end = (): Promise<void> => {
    clearInterval(proofs)
    return client.end().catch(() => undefined)
  }
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  try {
    await client.connect()
    await client.query(listen)
    proofs = setInterval(() => void client.query(listen).catch(() => lose()), proofMs)
  } catch (error) {
    void end()
    throw new Error('The event channel of the database can not be heard', { cause: error })
  }
  return { lost, end }
}
