import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A received request. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown }
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly text: string }
  | { readonly bytes: Buffer; readonly headers?: Record<string, string> }
  /** The connection is cut after this part of an answer of a thousand bytes. */
  | { readonly cutAfter: string }
  /** No answer is ever given. */
  | 'silence'

/** A local service with scripted answers that records its requests. */
export interface FakeService {
  readonly url: string
  readonly received: Received[]
  close(): Promise<void>
}

/** Starts one; `answer` gets each request and the number of earlier ones. */
export async function fakeService(answer: (request: Received, before: number) => Reply): Promise<FakeService> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { method = '', url = '', headers } = request
      const got = { method, path: url, headers, body }
      received.push(got)
      reply(response, answer(got, received.length - 1))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function reply(response: ServerResponse, how: Reply): void {
  if (how === 'silence') return
  if ('cutAfter' in how) {
    response.writeHead(200, { 'content-length': '1000' })
    response.write(how.cutAfter, () => response.destroy())
  } else if ('bytes' in how) {
    response.writeHead(200, how.headers).end(how.bytes)
  } else {
    const { status = 200, headers } = how
    response.writeHead(status, headers).end('json' in how ? JSON.stringify(how.json) : how.text)
  }
}
