/** A request, sent as JSON, as its body is; an answer has to come within `timeoutMs`. */
export interface SentRequest {
  readonly id: number
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly timeoutMs: number
}

/** What came of a request: its answer, read as JSON; undefined where none came. Id 0 says that requests are taken. */
export interface RequestAnswer {
  readonly id: number
  readonly answer?: unknown
}

/** The way to a page. */
interface Port {
  postMessage(answer: RequestAnswer): void
  addEventListener(type: 'message', listener: (event: MessageEvent<string>) => void): void
}

// Requests off the page's thread: to begin one and to take its answer apart costs the page more than an edit does. Plain
// messages, since there is but one kind: Comlink's own share was a third of what is left to the page.
function serve(port: Port): void {
  port.addEventListener('message', ({ data }) => void answer(port, JSON.parse(data) as SentRequest))
  port.postMessage({ id: 0 })
}

async function answer(port: Port, { id, ...request }: SentRequest): Promise<void> {
  port.postMessage({ id, answer: await send(request) })
}

async function send({ path, method, headers, body, timeoutMs }: Omit<SentRequest, 'id'>): Promise<unknown> {
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
