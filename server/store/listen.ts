import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import pg from 'pg'

const PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

/**
 * Listens to a channel of a PostgreSQL server over a separate connection, which reconnects; messages meanwhile are lost.
 * Returns a function that ends it. Throws if the first connection fails.
 */
export async function listenOn(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<() => Promise<void>> {
  const control = new AbortController()
  let listener = await connect(url, channel, onMessage)
  const keep = async (): Promise<void> => {
    for (;;) {
      await listener.lost
      void listener.end()
      await sleep(PAUSE_MS, undefined, { signal: control.signal })
      listener = await pRetry(() => connect(url, channel, onMessage), {
        retries: Infinity,
        minTimeout: 2 * PAUSE_MS,
        maxTimeout: LONGEST_PAUSE_MS,
        signal: control.signal,
      })
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

async function connect(url: string, channel: string, onMessage: (payload: string) => void): Promise<Listener> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, keepAliveInitialDelayMillis: 30_000 })
  const lost = new Promise<void>((resolve) => {
    // Both may come, the first also more than once.
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  const end = (): Promise<void> => client.end().catch(() => undefined)
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    void end()
    throw new Error('The event channel of the database can not be heard', { cause: error })
  }
  return { lost, end }
}
