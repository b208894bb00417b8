import * as Comlink from 'comlink'

/** A request whose body becomes JSON; an answer has to come within `timeoutMs`. */
export interface SentRequest {
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly timeoutMs: number
}

/** Requests off the page's thread: to begin one and to take its answer apart costs the page more than an edit does. */
const worker = {
  /** Resolves once requests are taken. */
  begin(): boolean {
    return true
  },
  /** The answer, read as JSON; undefined where none came. */
  async send({ path, method, headers, body, timeoutMs }: SentRequest): Promise<unknown> {
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
  },
}

export type RequestsWorker = typeof worker

Comlink.expose(worker)
