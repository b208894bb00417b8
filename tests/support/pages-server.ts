import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignedIn } from '#core/contract/session.ts'
import { clientOf } from './client.ts'
import { type ServerProcess, spawnServer } from './process.ts'
import { addStaff, BOSS } from './staff.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The real program, for pages of any origin; `/people` has sessions and objects for them. */
    readonly pagesUrl: string
  }
}

/** Sessions for tests of pages, and a folder with a video of the customer. */
export interface PagesPeople {
  readonly staff: SignedIn
  readonly customer: SignedIn
  readonly folderId: string
  readonly videoId: string
}

interface Started {
  readonly server: ServerProcess
  readonly folder: string
  readonly people: PagesPeople
}

/** A door to the real program that pages of any origin may call. The program starts with the first request. */
export async function servePages(): Promise<{ url: string; close: () => Promise<void> }> {
  let started: Promise<Started> | undefined
  const door = createServer((request, response) => {
    for (const name of ['origin', 'headers', 'methods']) response.setHeader(`access-control-allow-${name}`, '*')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    started ??= start()
    started.then(
      ({ server, people }) => (request.url === '/people' ? answer(response, people) : pass(request, response, server)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close: async () => {
      door.closeAllConnections()
      door.close()
      const running = await started
      await running?.server.stop()
      if (running) await rm(running.folder, { recursive: true, force: true })
    },
  }
}

async function start(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-pages-'))
  const password = addStaff(folder)
  const server = await spawnServer({ CUELANE_DATA: folder })
  const client = clientOf(server.url)
  const staff = await client.ok('loginAccount', { account: BOSS, password })
  client.signIn(staff.access_token)
  const account_id = staff.userinfo.user_id
  await client.ok('setMayHaveKeys', { account_id, may_have_keys: true, reason: 'for a test' })
  const customer = await client.ok('registerAccount', {
    name: 'marta',
    email: 'marta@example.org',
    password: 'secret-123',
  })
  client.signIn(customer.access_token)
  const { folder_id: folderId, video_id: videoId } = await client.ok('openSample', { sample_id: 'harbour' })
  return { server, folder, people: { staff, customer, folderId, videoId } }
}

function answer(response: ServerResponse, people: PagesPeople): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(people))
}

async function pass(request: IncomingMessage, response: ServerResponse, { url }: ServerProcess): Promise<void> {
  const { method = 'GET', headers } = request
  const body = method === 'GET' || method === 'DELETE' ? undefined : Buffer.concat(await request.toArray())
  const sent = Object.entries(headers).filter(([name]) => ['token', 'language', 'content-type'].includes(name))
  const control = new AbortController()
  response.on('close', () => control.abort())
  try {
    const answered = await fetch(url + request.url, {
      method,
      headers: sent as [string, string][],
      signal: control.signal,
      ...(body && { body }),
    })
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' })
    for await (const part of answered.body ?? []) response.write(part)
    response.end()
  } catch (error) {
    // A page that is left ends its requests.
    if (!control.signal.aborted) response.destroy(error as Error)
  }
}
