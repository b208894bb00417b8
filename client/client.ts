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
  /** Language of messages; English where it is left out. */
  readonly language?: 'en' | 'zh_cn'
  /** Milliseconds that an answer may take; ten minutes where it is left out. */
  readonly timeoutMs?: number
  /** How often a call is made before its failure counts; 5 where it is left out. */
  readonly tries?: number
  /** Told before the client waits and tries again. */
  readonly onWait?: (error: CallError, seconds: number) => void
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

const TRIES = 5
const MOST_SECONDS = 60

/** An installation, and the key that calls to it are made with. */
export class Client {
  readonly server: string
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.server = new URL(options.server).href.replace(/\/+$/, '')
    this.#options = options
  }

  /**
   * Makes a call by its name. Rejects with a CallError. Too many calls a minute are waited for; a lost answer or a fault
   * of the server is followed by another try where that can do no harm: a reading call, or one with an idempotency key.
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

  /** A file of the server by a signed address that a call answered with. Rejects with a CallError. */
  async download(address: string, { signal }: CallOptions = {}): Promise<Response> {
    const get = async (): Promise<Response> => {
      const response = await this.#fetch(new URL(address, this.server).href, {}, signal)
      if (!response.ok) throw await failureOf(response)
      return response
    }
    return this.retried(get, { isHarmless: true, signal })
  }

  /** Sends bytes to an address that a call answered with. Rejects with a CallError. */
  async put(address: string, body: Blob, { signal }: CallOptions = {}): Promise<void> {
    const response = await this.#fetch(new URL(address, this.server).href, { method: 'PUT', body }, signal)
    if (!response.ok) throw await failureOf(response)
    const isOurs = address.startsWith('/')
    if (isOurs && ((await response.clone().json()) as Envelope).code !== OK) throw await failureOf(response)
  }

  /** Does something until it succeeds, and waits in between; a failure that would only come again is thrown. */
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
    // A proxy's own page, or an answer that broke off: told by its status.
    return undefined
  }
}

async function failureOf(response: Response): Promise<CallError> {
  const envelope = await envelopeOf<Record<string, unknown>>(response)
  const isEnvelope = typeof envelope?.code === 'number'
  return errorOf({
    code: isEnvelope ? envelope.code : 0,
    // Without an envelope it is not the application that answered.
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
