import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OPEN_HOST } from './target.ts'

export interface Elsewhere {
  readonly port: number
  /** Requested paths. */
  readonly seen: string[]
  close(): void
}

/** Another server, on one address of this machine. */
export async function elsewhere(host: string, answer: RequestListener): Promise<Elsewhere> {
  const seen: string[] = []
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    seen,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A private service on every address of this machine, of which only one is allowed. */
export const privateServer = (): Promise<Elsewhere> =>
  elsewhere('::', (_, response) => void response.end('secret')).catch(() =>
    elsewhere('0.0.0.0', (_, response) => void response.end('secret')),
  )

/** The private server's address in every notation, and other forbidden targets. */
export const privateAddresses = (port: number): readonly string[] => [
  `http://127.0.0.2:${port}/`,
  `http://127.2:${port}/`,
  `http://2130706434:${port}/`,
  `http://0x7f.0.0.2:${port}/`,
  `http://0177.0.0.2:${port}/`,
  `http://127。0。0。2:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::ffff:127.0.0.2]:${port}/`,
  `http://[::ffff:7f00:2]:${port}/`,
  `http://[::127.0.0.2]:${port}/`,
  `http://[64:ff9b::7f00:2]:${port}/`,
  `http://0.0.0.0:${port}/`,
  `http://[::]:${port}/`,
  `https://127.0.0.2:${port}/`,
  `http://${OPEN_HOST}@127.0.0.2:${port}/`,
  `http://127.0.0.2:${port}#@${OPEN_HOST}/`,
  `http://10.0.0.1:${port}/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/',
  'http://100.64.0.1/',
  'http://192.168.1.1/',
  `file:///etc/passwd`,
  `gopher://127.0.0.2:${port}/`,
  `ftp://127.0.0.2:${port}/`,
]

/** All that a request brings. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
