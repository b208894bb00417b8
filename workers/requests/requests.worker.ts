/** A request, sent as JSON, as its body is; an answer has to come within `timeoutMs`. It goes after `waitMs`, or at once. */
export interface SentRequest {
  readonly id: number
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly timeoutMs: number
  readonly waitMs?: number
}

/** Takes a request back that waits, as JSON. One that has gone is answered as if this had not come. */
export interface Withdrawal {
  readonly withdrawn: number
}

/**
 * What came of a request: its answer, read as JSON; undefined where none came, and where it was taken back before it went.
 * Id 0 says that requests are taken.
 */
export interface RequestAnswer {
  readonly id: number
  readonly answer?: unknown
  readonly isWithdrawn?: boolean
}

/** The way to a page. */
interface Port {
  postMessage(answer: RequestAnswer): void
  addEventListener(type: 'message', listener: (event: MessageEvent<string>) => void): void
}

// Requests off the page's thread: to begin one and to take its answer apart costs the page more than an edit does. Plain
// messages, since there is but one kind: Comlink's own share was a third of what is left to the page.
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

/** True after that long, false at once where the request is taken back before. */
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

// Of all pages together, or of one, where a browser has no other workers.
if ('onconnect' in globalThis) {
  addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports
    if (!port) return
    serve(port)
    port.start()
  })
} else serve(globalThis)
