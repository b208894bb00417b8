import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const dist = join(import.meta.dirname, '../dist')
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}
const ENTRY = /\/assets\/(index-[\w-]+)\.js/

/** A server whose web build can be replaced, as by a release. */
export interface ReleaseSite {
  readonly url: string
  /** Switches to the second build: its entry has another name. */
  release(): void
  close(): Promise<void>
}

/** A proxy before a server: calls go there, pages are the build's, before or after a release. */
export async function releaseSite(serverUrl: string): Promise<ReleaseSite> {
  const [, entry = ''] = ENTRY.exec(await readFile(join(dist, 'index.html'), 'utf8')) ?? []
  let isSecond = false
  const answer = async (asked: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const { pathname } = new URL(asked.url ?? '/', serverUrl)
    const isPage = asked.headers['sec-fetch-mode'] === 'navigate'
    if (!isPage && !/^\/(?:assets\/|index\.html$|offline\.js$|favicon\.svg$)/.test(pathname))
      return pass(serverUrl, asked, reply)
    const name = isPage ? '/index.html' : pathname
    const isGone = isSecond && name === `/assets/${entry}.js`
    const stored = isSecond ? name.replace(`${entry}-second`, entry) : name
    const bytes = isGone ? undefined : await readFile(join(dist, stored)).catch(() => undefined)
    if (!bytes) return void reply.writeHead(404).end()
    const type = types[extname(name)] ?? 'application/octet-stream'
    const isText = type.startsWith('text/')
    reply.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
    reply.end(isSecond && isText ? secondBuild(bytes.toString(), entry) : bytes)
  }
  const server = createServer((asked, reply) => void answer(asked, reply)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      isSecond = true
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function secondBuild(text: string, entry: string): string {
  return text.replaceAll(entry, `${entry}-second`).replace(/"build":"(\w+)"/, '"build":"$1second"')
}

function pass(serverUrl: string, asked: IncomingMessage, reply: ServerResponse): void {
  const { method, headers } = asked
  const passed = request(serverUrl + (asked.url ?? '/'), { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  passed.on('error', () => reply.destroy())
  reply.on('close', () => passed.destroy())
  asked.pipe(passed)
}
