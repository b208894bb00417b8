import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import pg from 'pg'

const PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
const CONNECT_LIMIT_MS = 5000

interface Proofs {
  /** Between proofs that the connection is alive, and the limit of one: a silent loss is noticed within 5 s. */
  readonly proofMs: number
  readonly limitMs: number
}
const usualProofs: Proofs = { proofMs: 3000, limitMs: 2000 }

interface Channel {
  readonly onMessage: (payload: string) => void
  /** Called after each connection. */
  readonly onConnect: (() => void) | undefined
}

/**
 * Listens to channels of a PostgreSQL server over one connection beside the pool, which reconnects; messages meanwhile
 * are lost. It is open while there are channels.
 */
export class Listening {
  private readonly url: string
  private readonly proofs: Proofs
  private readonly channels = new Map<string, Channel>()
  private connection: Promise<Connection> | undefined

  constructor(url: string, proofs = usualProofs) {
    this.url = url
    this.proofs = proofs
  }

  /** Returns a function that ends it. Throws if the first connection fails. */
  async listen(
    name: string,
    onMessage: Channel['onMessage'],
    onConnect?: Channel['onConnect'],
  ): Promise<() => Promise<void>> {
    this.channels.set(name, { onMessage, onConnect })
    try {
      if (this.connection) (await this.connection).hear(name)
      else await (this.connection = openConnection(this.url, this.channels, this.proofs))
    } catch (error) {
      this.channels.clear()
      this.connection = undefined
      throw error
    }
    onConnect?.()
    return () => this.leave(name)
  }

  private async leave(name: string): Promise<void> {
    this.channels.delete(name)
    if (this.channels.size > 0) return
    const { connection } = this
    this.connection = undefined
    await (await connection)?.end()
  }
}

interface Connection {
  /** Takes another channel. */
  hear(name: string): void
  end(): Promise<void>
}

async function openConnection(
  url: string,
  channels: ReadonlyMap<string, Channel>,
  proofs: Proofs,
): Promise<Connection> {
  const control = new AbortController()
  const begin = () => connect(url, channels, proofs)
  let listener = await begin()
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
      for (const { onConnect } of channels.values()) onConnect?.()
    }
  }
  const kept = keep().catch(() => undefined)
  return {
    hear: (name) => listener.hear(name),
    end: async () => {
      control.abort()
      await listener.end()
      await kept
      await listener.end()
    },
  }
}

interface Listener {
  /** Resolves when the connection is gone, at its first sign. */
  readonly lost: Promise<void>
  hear(name: string): void
  end(): Promise<void>
}

async function connect(
  url: string,
  channels: ReadonlyMap<string, Channel>,
  { proofMs, limitMs }: Proofs,
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
  client.on('notification', ({ channel, payload }) => channels.get(channel)?.onMessage(payload ?? ''))
  const listen = (names: Iterable<string>) =>
    client.query([...names].map((name) => `listen ${pg.escapeIdentifier(name)}`).join('; '))
  let proofs: ReturnType<typeof setInterval> | undefined
  const end = (): Promise<void> => {
    clearInterval(proofs)
    return client.end().catch(() => undefined)
  }
  const hear = (names: Iterable<string>): void => void listen(names).catch(() => lose())
  try {
    await client.connect()
    await listen(channels.keys())
    proofs = setInterval(() => hear(channels.keys()), proofMs)
  } catch (error) {
    void end()
    throw new Error('The event channel of the database can not be heard', { cause: error })
  }
  return { lost, hear: (name) => hear([name]), end }
}
