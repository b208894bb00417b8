import { setTimeout as sleep } from 'node:timers/promises'

interface ServiceCall {
  readonly url: string
  readonly key: string | undefined
  readonly body: FormData | object
  readonly signal: AbortSignal
}

/** A network engine refused or could not be reached; `message` is fit to be shown. */
export class ServiceFailed extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const TRIES = 4
const TIMEOUT_MS = 300_000

/** POSTs and reads JSON; waits and tries again where the service is busy (429, 5xx, no connection). */
export async function callService<T>(call: ServiceCall): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await once<T>(call).catch((error: unknown) => {
      call.signal.throwIfAborted()
      return new ServiceFailed(0, error instanceof Error ? error.message : String(error))
    })
    if (!(outcome instanceof ServiceFailed)) return outcome
    const passing = outcome.status === 0 || outcome.status === 429 || outcome.status >= 500
    if (!passing || attempt === TRIES) throw outcome
    await sleep(500 * 2 ** attempt, undefined, { signal: call.signal })
  }
}

async function once<T>({ url, key, body, signal }: ServiceCall): Promise<T | ServiceFailed> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  if (response.ok) return (await response.json()) as T
  return new ServiceFailed(response.status, `${response.status} ${(await response.text()).slice(0, 300)}`)
}
