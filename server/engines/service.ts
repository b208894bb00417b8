import pRetry from 'p-retry'

interface ServiceCall {
  readonly url: string
  readonly key: string | undefined
  readonly body: FormData | object
  readonly signal: AbortSignal
}

/** A network engine refused or could not be reached; `message` is fit to be shown. */
export class ServiceFailed extends Error {
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const RETRIES = 3
const TIMEOUT_MS = 300_000
const ANSWER_MAX_BYTES = 64 * 1024 ** 2

/**
 * POSTs and reads JSON; waits and tries again where the service is busy (429, 5xx, no connection). Throws ServiceFailed,
 * or the signal's reason.
 */
export async function callService<T>(call: ServiceCall): Promise<T> {
  return pRetry(() => once<T>(call), {
    retries: RETRIES,
    minTimeout: 1000,
    signal: call.signal,
    shouldRetry: ({ error }) =>
      error instanceof ServiceFailed && (error.status === 0 || error.status === 429 || error.status >= 500),
  })
}

async function once<T>(call: ServiceCall): Promise<T> {
  try {
    return await post<T>(call)
  } catch (error) {
    call.signal.throwIfAborted()
    if (error instanceof ServiceFailed) throw error
    throw new ServiceFailed(0, error instanceof Error ? error.message : String(error))
  }
}

async function post<T>({ url, key, body, signal }: ServiceCall): Promise<T> {
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
  const text = await readText(response)
  if (response.ok) return JSON.parse(text) as T
  throw new ServiceFailed(response.status, `${response.status} ${text.slice(0, 300)}`)
}

/** An answer of a sane size: an endless one must not fill the memory. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) throw new ServiceFailed(400, `answer of more than ${ANSWER_MAX_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
