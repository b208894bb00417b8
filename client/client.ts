import type { Envelope } from '#core/contract/call.ts'
import { OK } from '#core/contract/errors.ts'
import { REQUEST_TIMEOUT_MS } from '#core/domain/limits.ts'
import { type CallName, callRoutes, type DataOf, type InputOf } from './calls.ts'
import { type CallError, errorOf, Unreachable } from './errors.ts'

export interface ClientOptions {
  /** Address of the installation, such as https://cuelane.example.org. */
  readonly server: string
  /** Secret of an API key. */
  readonly key: string
  /** Language of messages; by default English. */
  readonly language?: 'en' | 'zh_cn'
  /** Milliseconds that an answer may take; by default ten minutes. */
  readonly timeoutMs?: number
  /** Attempts before a call fails; by default 5. */
  readonly tries?: number
  /** Called before the client waits and retries. */
  readonly onWait?: (error: CallError, seconds: number) => void
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

const TRIES = 5
const MOST_SECONDS = 60

/** An installation, with the key for its calls. */
export class Client {
  readonly server: string
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.server = new URL(options.server).href.replace(/\/+$/, '')
    this.#options = options
  }

  /**
   * Makes a call by name; rejects with a CallError. Waits at the rate limit; retries after a lost answer or a server
   * fault if harmless: reading calls, or ones with an idempotency key.
   */
  async call<N extends CallName>(name: N, input: InputOf<N>, { signal }: CallOptions = {}): Promise<DataOf<N>> {
    const route = callRoutes[name]
    if (!route) throw new RangeError(`No call by key is named ${name}`)
    const { method, path, hasIdempotencyKey } = route
    const whole = hasIdempotencyKey ? { idempotency_key: crypto.randomUUID(), ...input } : input
    const isHarmless = method === 'GET' || hasIdempotencyKey
    const isPost = method === 'POST'
    const request: RequestInit = isPost
      ? { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(whole) }
      : { method }
    return this.retried(async () => await this.#ask(isPost ? path : `${path}?${queryOf(whole)}`, request, signal), {
      isHarmless,
      signal,
    })
  }

  /** A server's file by a signed address from an answer. Rejects with a CallError. */
  async download(address: string, { signal }: CallOptions = {}): Promise<Response> {
    const get = async (): Promise<Response> => {
      const response = await this.#fetch(new URL(address, this.server).href, {}, signal)
      if (!response.ok) throw await failureOf(response)
      return response
    }
    return this.retried(get, { isHarmless: true, signal })
  }

  /** Sends bytes to an address from an answer. Rejects with a CallError. */
  async put(address: string, body: Blob, { signal }: CallOptions = {}): Promise<void> {
    const response = await this.#fetch(new URL(address, this.server).href, { method: 'PUT', body }, signal)
    if (!response.ok) throw await failureOf(response)
    const isOurs = address.startsWith('/')
    if (isOurs && ((await response.clone().json()) as Envelope).code !== OK) throw await failureOf(response)
  }

  /** Repeats work with pauses until it succeeds; permanent failures are thrown. */
  async retried<T>(
    work: () => Promise<T>,
    { isHarmless, signal }: { isHarmless: boolean; signal: AbortSignal | undefined },
  ): Promise<T> {
    const { tries = TRIES, onWait } = this.#options
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        const failure = error as CallError
        const mayHelp = failure.status === 429 || (isHarmless && (failure.status === 0 || failure.status >= 500))
        if (signal?.aborted || !mayHelp || attempt >= tries) throw error
        const seconds = Math.min(MOST_SECONDS, failure.retryAfterSeconds || 2 ** (attempt - 1))
        onWait?.(failure, seconds)
        await pause(seconds * 1000, signal)
      }
    }
  }

  async #ask<T>(path: string, request: RequestInit, signal: AbortSignal | undefined): Promise<T> {
    const { key, language = 'en' } = this.#options
    const headers = { ...request.headers, authorization: `Bearer ${key}`, language }
    const response = await this.#fetch(this.server + path, { ...request, headers }, signal)
    const envelope = await envelopeOf<T>(response.clone())
    if (!envelope || envelope.code !== OK) throw await failureOf(response)
    return envelope.data
  }

  async #fetch(address: string, request: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? REQUEST_TIMEOUT_MS)
    try {
      return await fetch(address, { ...request, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    } catch (error) {
      if (signal?.aborted) throw error
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new Unreachable({ code: 0, status: 0, message: cause, data: {}, retryAfterSeconds: 0 })
    }
  }
}

async function envelopeOf<T>(response: Response): Promise<Envelope<T> | undefined> {
  try {
    return (await response.json()) as Envelope<T>
  } catch {
    // A proxy's page, or a truncated answer: reported by its status.
    return undefined
  }
}

async function failureOf(response: Response): Promise<CallError> {
  const envelope = await envelopeOf<Record<string, unknown>>(response)
  const isEnvelope = typeof envelope?.code === 'number'
  return errorOf({
    code: isEnvelope ? envelope.code : 0,
    // Without an envelope the answer is not the application's.
    status: isEnvelope || response.status >= 300 ? response.status : 502,
    message: isEnvelope ? envelope.message : `HTTP ${response.status}`,
    data: (isEnvelope && envelope.data) || {},
    retryAfterSeconds: Number(response.headers.get('retry-after')) || 0,
  })
}

function queryOf(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** Waits; ends early, rejecting, when `signal` does. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end, { once: true })
  })
}
