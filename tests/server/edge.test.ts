import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Call, Envelope } from '#core/contract/call.ts'
import { EVENTS_PATH } from '#core/contract/event.ts'
import { contract } from '#core/contract/index.ts'
import { readFor } from '#server/app/readers.ts'
import { sha256 } from '#server/store/id.ts'
import { signUp, startServer, type TestServer, until } from '#tests/support/server.ts'

let server: TestServer
let port: number
let url: string
beforeAll(async () => {
  server = await startServer({ CUELANE_ACCOUNT_GB: '1' }, { worker: false })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
  url = `http://127.0.0.1:${port}`
})
afterAll(() => server.close())

/** Sends bytes as they are and collects what comes back until the connection ends or `ms` are over. */
async function raw(text: string, ms = 5000, onSocket: (socket: Socket) => void = () => undefined): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let answer = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => (answer += chunk))
  socket.write(text)
  onSocket(socket)
  await new Promise((resolve) => {
    socket.once('close', resolve)
    setTimeout(resolve, ms)
  })
  socket.destroy()
  return answer
}

const bodyOf = (answer: string): Envelope => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Envelope

describe('who calls is known before the body is read', () => {
  test('a large body without a token is answered at once, and what still comes is not waited for', async () => {
    const length = 55 * 1024 ** 2
    const head = `POST /admin/file.srt/edit HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`
    const began = Date.now()
    // One byte of the body is sent, and no more: who waits for the rest waits in vain.
    const answers = await Promise.all([1, 2, 3].map(() => raw(head, 8000)))
    expect(answers.map((answer) => bodyOf(answer).code)).toEqual([2402, 2402, 2402])
    expect(Date.now() - began).toBeLessThan(5000)
  })

  test('one longer than its call takes is refused, whatever is in it, and the process goes on', async () => {
    const token = await signUp(server)
    const headers = { token, 'content-type': 'application/json' }
    const posts = (Object.values(contract) as Call[]).filter((row) => row.method === 'POST' && row.access !== 'staff')
    const limits = new Map(posts.map((row) => [row.limits.bodyBytes, row.path]))
    expect(limits.size).toBeGreaterThan(1)
    for (const [bytes, path] of limits) {
      if (bytes > 10_000_000) continue
      for (const body of ['{"a":'.repeat(bytes / 4), `[${'{"b":[],"a":1},'.repeat(bytes / 10)}`]) {
        const answer = await fetch(url + path, { method: 'POST', headers, body })
        expect([path, answer.status]).toEqual([path, 413])
      }
    }
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
  })

  test('it is not parsed either', async () => {
    const answer = await fetch(`${url}/admin/file.srt/edit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: 'made-up' },
      body: '{'.repeat(10_000_000),
    })
    expect([answer.status, ((await answer.json()) as Envelope).code]).toEqual([200, 2402])
  })

  test('with a token the same address takes a large text', async () => {
    const token = await signUp(server)
    const subtitle_txt = [{ cue_id: 'a', srt_index: 1, time: 'x', text: 'y'.repeat(90_000), folder_role_id: [] }]
    const input = { file_id: 'none', revision: 1, subtitle_txt: Array.from({ length: 30 }, () => subtitle_txt[0]!) }
    expect((await server.call('editVersion', input, token)).message).not.toContain('too large')
  })
})

describe('what is no request that anybody could answer gets an envelope', () => {
  test('a bad address', async () => {
    const answer = await raw('GET /admin/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    expect([answer.slice(0, 12), bodyOf(answer).code]).toEqual(['HTTP/1.1 400', 1001])
  })

  test('headers that are too large', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nhost: x\r\nlanguage: ${'x'.repeat(40_000)}\r\n\r\n`)
    expect([answer.slice(0, 12), bodyOf(answer).code]).toEqual(['HTTP/1.1 431', 1001])
  })

  test('something else than HTTP', async () => {
    const answer = await raw('HELO cuelane\r\n\r\n')
    expect([answer.slice(0, 12), bodyOf(answer).code]).toEqual(['HTTP/1.1 400', 1001])
  })
})

describe('answers', () => {
  test('are kept by no cache, refusals neither', async () => {
    const token = await signUp(server)
    const paths = [
      '/admin/space.folder/getlist',
      '/admin/home.language/getlist',
      '/nowhere',
      '/openapi.json',
      '/health/live',
    ]
    for (const path of paths) {
      const answer = await fetch(url + path, { headers: { token } })
      expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store'])
    }
  })

  test('a signed address of a folder of files is not there', async () => {
    const address = server.services.deps.signedUrls.media('sample/abc/original.mp4').replace('/original.mp4', '')
    const answer = await fetch(url + address)
    expect([answer.status, ((await answer.json()) as Envelope).code]).toEqual([404, 1002])
  })

  test('the document says who may call, and how much and how often', async () => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Record<string, unknown>>>
    }
    const [login, edit] = ['/admin/login.account/login', '/admin/file.srt/edit'].map(
      (path) => document.paths[path]?.['post'],
    )
    expect(login).toMatchObject({ 'x-limits': { bodyBytes: 1024 ** 2, perMinute: 20, per: 'address' } })
    expect(edit).toMatchObject({ 'x-limits': { bodyBytes: 64 * 1024 ** 2 }, security: [{ token: [] }, { key: [] }] })
  })
})

test('a large body is refused before it is read: of a visitor, and of one who has sent much in this minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { access_token } = await server.ok('loginAnonymous', {})
  const token = await signUp(server)
  const send = async (of: string, bytes: number) => {
    const payload = `{"file_id":"none","revision":0,"subtitle_txt":[]}${' '.repeat(bytes)}`
    const headers = { token: of, 'content-type': 'application/json' }
    const answer = await server.app.inject({ method: 'POST', url: '/admin/file.srt/edit', headers, payload })
    return answer.json<Envelope>()
  }
  const MB = 1024 ** 2
  expect(await send(access_token, 9 * MB)).toMatchObject({
    code: 1001,
    message: expect.stringContaining('8 MB') as string,
  })
  expect((await send(access_token, 7 * MB)).code).toBe(1002)
  expect((await send(token, 60 * MB)).code).toBe(1002)
  expect((await send(token, 60 * MB)).code).toBe(1002)
  expect((await send(token, 60 * MB)).code).toBe(1005)
  vi.setSystemTime(Date.now() + 60_000)
  expect((await send(token, 1000)).code).toBe(1002)
  expect((await send(access_token, 1000)).code).toBe(1002)
  vi.useRealTimers()
})

test('folders, versions and bytes of an account have an end', async () => {
  const { access_token: token, userinfo } = await server.ok('loginAnonymous', {})
  const { folder_id } = await server.ok('addFolder', { folder_name: 'one' }, token)
  await sql`insert into folder (id, account_id, name)
    select 'many ' || n, ${userinfo.user_id}, 'many' from generate_series(1, 199) n`.execute(server.services.deps.db)
  expect((await server.call('addFolder', { folder_name: 'more' }, token)).message).toContain('You have 200 folders')
  const upload = { file_name: 'a.mp4', class: 'video', size: 2 * 1024 ** 3 } as const
  const owner = await signUp(server)
  expect((await server.call('getUploadToken', upload, owner)).message).toContain('take up 1 GB')
  expect((await server.call('getUploadToken', { ...upload, size: 1e6 }, owner)).code).toBe(0)
  const version = { folder_id, name: 'v', language: 'en' } as const
  expect((await server.call('addVersion', version, token)).code).toBe(0)
})

test('the log holds no signature and no token', async () => {
  const token = await signUp(server)
  const address = server.services.deps.signedUrls.media('source/secret/original.mp4')
  const named = readFor({ session: sha256(token) }, () =>
    server.services.deps.signedUrls.media('source/secret/original.mp4', { download: 'film.mp4' }),
  )
  await fetch(url + named, { headers: { token } })
  const [, , , signature = ''] = address.split('/')
  const name = new URL(named, url).searchParams.get('named')!
  await until(async () => server.log.some((line) => line.includes('/source/secret/original.mp4')))
  expect(signature.length).toBeGreaterThan(20)
  expect(server.log.filter((line) => line.includes(signature) || line.includes(name) || line.includes(token))).toEqual(
    [],
  )
})

test('a download has the name that it was given, and no other', async () => {
  const token = await signUp(server)
  const address = readFor({ session: sha256(token) }, () =>
    server.services.deps.signedUrls.media('source/secret/original.mp4', { download: 'film.mp4' }),
  )
  expect((await fetch(url + address)).status).toBe(404)
  expect((await fetch(url + address.replace('film.mp4', 'setup.exe'))).status).toBe(403)
  expect((await fetch(url + address.replace(/&named=.*/, ''))).status).toBe(403)
  expect((await fetch(url + address.replace(/&named=.*/, '&named=a&named=b'))).status).toBe(403)
})

describe('live events', () => {
  interface Stream {
    text(): string
    ended: Promise<void>
    close(): void
  }
  async function openStream(token: string): Promise<Stream> {
    const abort = new AbortController()
    const answer = await fetch(url + EVENTS_PATH, { headers: { token }, signal: abort.signal })
    let text = ''
    const read = async (): Promise<void> => {
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk
    }
    return { text: () => text, ended: read().catch(() => undefined), close: () => abort.abort() }
  }

  test('end when the person logs out, and only theirs', async () => {
    const [leaving, staying] = [await signUp(server), await signUp(server)]
    const [first, second] = [await openStream(leaving), await openStream(staying)]
    await until(async () => first.text().includes('open') && second.text().includes('open'))
    await server.ok('logout', {}, leaving)
    await first.ended
    const stays = await Promise.race([
      second.ended.then(() => false),
      new Promise((done) => setTimeout(done, 300, true)),
    ])
    expect(stays).toBe(true)
    second.close()
  })

  test('tell every page of the person that a version was saved, and nobody else', async () => {
    const [token, stranger] = [await signUp(server), await signUp(server)]
    const place = await server.ok('openSample', { sample_id: 'harbour' }, token)
    const { file_id } = await server.ok('addVersion', { ...place, name: 'a', language: 'en', content: '' }, token)
    const [own, other] = [await openStream(token), await openStream(stranger)]
    await until(async () => own.text().includes('open') && other.text().includes('open'))
    await server.ok('editVersion', { file_id, revision: 1, subtitle_txt: [] }, token)
    await until(async () => own.text().includes(`"version","file_id":"${file_id}","revision":2`))
    expect(other.text()).not.toContain(file_id)
    own.close()
    other.close()
  })

  test('end when the token runs out', async () => {
    const token = await signUp(server)
    const { db } = server.services.deps
    const other = await server.ok('loginAnonymous', {})
    await db
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() + 1500) })
      .where('account_id', '=', other.userinfo.user_id)
      .execute()
    const stream = await openStream(other.access_token)
    await stream.ended
    expect((await server.call('listFolders', {}, other.access_token)).code).toBe(2403)
    expect((await server.call('listFolders', {}, token)).code).toBe(0)
  })

  test('are as many as a person has tabs, not more', async () => {
    const token = await signUp(server)
    const streams = await Promise.all(Array.from({ length: 40 }, () => openStream(token)))
    await until(async () => streams.every((stream) => stream.text() !== ''))
    const open = streams.filter((stream) => stream.text().includes(': open'))
    const refused = streams.filter((stream) => stream.text().includes('1001'))
    expect([open.length, refused.length]).toEqual([32, 8])
    streams.forEach((stream) => stream.close())
    await until(async () => {
      const next = await openStream(token)
      await until(async () => next.text() !== '')
      next.close()
      return next.text().includes(': open')
    })
  })
})

test('a session that ended is over at once, though it was kept in memory', async () => {
  const token = await signUp(server)
  expect((await server.call('listFolders', {}, token)).code).toBe(0)
  await server.ok('logout', {}, token)
  expect((await server.call('listFolders', {}, token)).code).toBe(2402)
})

test('a stop lets requests finish and takes connections that wait for nothing', async () => {
  const stopping = await startServer({}, { worker: false })
  const token = await signUp(stopping)
  await stopping.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = stopping.app.server.address() as AddressInfo
  const body = JSON.stringify({ folder_name: 'made while stopping' })
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const head = ['POST /admin/space.folder/add HTTP/1.1', 'host: x', `token: ${token}`, 'content-type: application/json']
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`)
  await fetch(`http://127.0.0.1:${port}/health/live`)
  // Opened in advance, as browsers do: nothing was sent on it.
  const accepted = once(stopping.app.server, 'connection')
  const unused = connect(port, '127.0.0.1')
  await accepted
  const began = Date.now()
  const closed = stopping.app.close()
  await until(async () => !stopping.app.server.listening)
  socket.write(body.slice(5))
  await Promise.all([closed, ended])
  unused.destroy()
  expect(bodyOf(answer).code).toBe(0)
  expect(Date.now() - began).toBeLessThan(8000)
  await stopping.close()
})
