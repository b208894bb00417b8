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

// Requests off the page's thread: to begin one and to take its answer apart costs the page more than an edit does. Plain
// messages, since there is but one kind: Comlink's own share was a third of what is left to the page.
addEventListener('message', ({ data }: MessageEvent<string>) => void answer(JSON.parse(data) as SentRequest))
postMessage({ id: 0 } satisfies RequestAnswer)

async function answer({ id, ...request }: SentRequest): Promise<void> {
  postMessage({ id, answer: await send(request) } satisfies RequestAnswer)
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
