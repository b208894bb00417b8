/** A request as JSON, with its body; an answer must come within `timeoutMs`. Sent after `waitMs`, or at once. */
export interface SentRequest {
  readonly id: number
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly timeoutMs: number
  readonly waitMs?: number
}

/** Cancels a waiting request, as JSON. A sent one is answered as usual. */
export interface Withdrawal {
  readonly withdrawn: number
}

/**
 * A request's answer as JSON; undefined without one, or if it was cancelled before sending. Id 0 says that requests are
 * accepted.
 */
export interface RequestAnswer {
  readonly id: number
  readonly answer?: unknown
  readonly isWithdrawn?: boolean
}

/** The port to a page. */
interface Port {
  postMessage(answer: RequestAnswer): void
  addEventListener(type: 'message', listener: (event: MessageEvent<string>) => void): void
}

// Sends requests off the page's thread, where they cost more than an edit. Plain messages: Comlink would take a third of
// the remaining cost.
function serve(port: Port): void {
  const held = new Map<number, () => void>()
  port.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data) as SentRequest | Withdrawal
    if ('withdrawn' in message) held.get(message.withdrawn)?.()
    else void answer(port, held, message)
  })
  port.postMessage({ id: 0 })
}

async function answer(
  port: Port,
  held: Map<number, () => void>,
  { id, waitMs, ...request }: SentRequest,
): Promise<void> {
  if (waitMs !== undefined && !(await isDue(held, id, waitMs))) port.postMessage({ id, isWithdrawn: true })
  else port.postMessage({ id, answer: await send(request) })
}

/** True after that time, false at once if the request is cancelled before. */
function isDue(held: Map<number, () => void>, id: number, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isGoing: boolean): void => {
      held.delete(id)
      resolve(isGoing)
    }
    const timer = setTimeout(end, waitMs, true)
    held.set(id, () => {
      clearTimeout(timer)
      end(false)
    })
  })
}

async function send({ path, method, headers, body, timeoutMs }: Omit<SentRequest, 'id' | 'waitMs'>): Promise<unknown> {
  try {
    const response = await fetch(path, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as unknown
  } catch {
    return undefined
  }
}

// Shared by all pages, or per page in browsers without shared workers.
if ('onconnect' in globalThis) {
  addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports
    if (!port) return
    serve(port)
    port.start()
  })
} else serve(globalThis)
