import { readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataOf } from '#core/contract/index.ts'
import { addressStanding, readNetworks } from '#server/app/imports/addresses.ts'
import { fetchFile, importFolder } from '#server/app/imports/fetch-file.ts'
import { confirmAddress } from '#server/app/imports/open-file.ts'
import { EntryReader } from '#server/app/imports/share.ts'
import { nameInDisposition } from '#server/app/imports/sources.ts'
import { Web } from '#server/app/imports/web.ts'
import { type Share, SHARE_PASSWORD, shareVideos } from '#tests/support/share.ts'
import { signUp, startServer, type TestServer, until } from '#tests/support/server.ts'
import { sampleClip } from '#tests/support/small-video.ts'

const LOOPBACK = '127.0.0.0/8'

/** What a share answers in one part. */
function parseEntries(xml: string, rootPath: string) {
  const reader = new EntryReader(rootPath)
  reader.write(xml)
  return reader.end()
}

let server: TestServer
let token: string
let folder_id: string
let clip: Buffer
let plain: Server
let origin: string
/** Requests for files, as the plain server saw them. */
const seen: string[] = []
let share: Share

beforeAll(async () => {
  clip = sampleClip(6)
  plain = createServer((request, response) => answer(request, response))
  origin = await listen(plain)
  share = await shareVideos(clip)
  server = await startServer({ CUELANE_IMPORT_NETWORKS: LOOPBACK, CUELANE_ACCOUNT_GB: '1' })
  token = await signUp(server)
  folder_id = (await server.ok('addFolder', { folder_name: 'From elsewhere' }, token)).folder_id
})
afterAll(async () => {
  await server.close()
  plain.closeAllConnections()
  plain.close()
  await share.close()
})

async function listen(made: Server): Promise<string> {
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`
}

/** Breaks off once in the middle, and then gives what is asked for. */
let isBroken = false

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
  seen.push(`${pathname} ${request.headers.range ?? ''}`.trim())
  const to = searchParams.get('to')
  if (to !== null) return void response.writeHead(302, { location: to }).end()
  if (pathname === '/clip.mp4') return sendClip(request, response)
  if (pathname === '/half.mp4') return sendClip(request, response, clip.subarray(0, Math.floor(clip.length * 0.6)))
  if (pathname === '/no-index.mp4') return sendClip(request, response, withoutIndex())
  if (pathname === '/breaking.mp4') return sendBreaking(request, response)
  if (pathname === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
  if (pathname === '/text.mp4') return void response.end('x'.repeat(20_000))
  if (pathname === '/huge.mp4') {
    response.writeHead(206, { 'content-range': `bytes 0-11/${5 * 1024 ** 3}`, 'content-length': '12' })
    return void response.end(clip.subarray(0, 12))
  }
  if (pathname === '/endless.mp4') return sendEndless(request, response)
  if (pathname === '/secret.mp4') return void response.writeHead(403).end()
  if (pathname === '/broken.mp4') return void response.writeHead(503).end()
  response.writeHead(404).end()
}

/** As a recording is that was stopped before its index was written. */
function withoutIndex(): Buffer {
  const begin = clip.subarray(0, clip.readUInt32BE(0))
  const pictures = Buffer.alloc(200_000)
  pictures.writeUInt32BE(4_000_000, 0)
  pictures.write('mdat', 4)
  return Buffer.concat([begin, pictures])
}

function sendClip({ headers: { range } }: IncomingMessage, response: ServerResponse, file = clip): void {
  const [, from, to] = /bytes=(\d+)-(\d*)/.exec(range ?? '') ?? []
  if (from === undefined) return void response.writeHead(200, { 'content-length': file.length }).end(file)
  const part = file.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
  const content_range = `bytes ${from}-${Number(from) + part.length - 1}/${file.length}`
  response.writeHead(206, { 'content-range': content_range, 'content-length': part.length, etag: '"1"' }).end(part)
}

function sendBreaking(request: IncomingMessage, response: ServerResponse): void {
  if (isBroken || request.headers.range !== undefined) return sendClip(request, response)
  isBroken = true
  response.writeHead(200, { 'content-length': clip.length, etag: '"1"' })
  // What a busy machine has not read by then is lost with the connection.
  response.write(clip.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 1000))
}

/** Says that it is small, and never ends. */
function sendEndless({ headers: { range } }: IncomingMessage, response: ServerResponse): void {
  if (range === 'bytes=0-11') return sendClip({ headers: { range } } as IncomingMessage, response)
  response.writeHead(200, { 'transfer-encoding': 'chunked' })
  response.write(clip.subarray(0, 12))
  const block = Buffer.alloc(4 * 1024 ** 2)
  const more = (): void => {
    while (!response.destroyed && response.write(block)) continue
  }
  response.on('drain', more)
  more()
}

const look = async (url: string, password = '') => {
  const { message, data } = await server.call('listImportFiles', { url, password }, token)
  return message === '' || data?.list ? data.list.map(({ path, size }) => `${path} ${size}`) : message
}

let keys = 0
const take = async (url: string, more: { password?: string; files?: string[]; idempotency_key?: string } = {}) =>
  server.ok('importFiles', { url, folder_id, idempotency_key: `import key ${++keys}`, ...more }, token)

async function ended(list: DataOf<'importFiles'>['list']) {
  const all = await Promise.all(
    list.map(async ({ video_id }) => {
      const read = () => server.ok('getVideo', { file_id: video_id }, token)
      await until(
        async () =>
          ([1, 2].includes((await read()).state) && (await read()).import_host === '') || (await read()).state === 2,
      )
      return read()
    }),
  )
  return all.map(({ video_name, state, fail_msg, video_info }) =>
    `${video_name} ${state} ${video_info.width} ${fail_msg}`.trim(),
  )
}

test('a plain link becomes a video, and the same request again the same one', async () => {
  expect(await look(`${origin}/clip.mp4`)).toEqual([`clip.mp4 ${clip.length}`])
  const first = await take(`${origin}/clip.mp4`, { idempotency_key: 'the same key' })
  const again = await take(`${origin}/clip.mp4`, { idempotency_key: 'the same key' })
  expect(again.list.map(({ video_id }) => video_id)).toEqual(first.list.map(({ video_id }) => video_id))
  const [video] = await ended(first.list)
  expect(video).toMatch(/^clip 1 \d+$/)
  const { db } = server.services.deps
  expect(await db.selectFrom('video_import').selectAll().execute()).toEqual([])
})

test('a share with a password: chosen files of it, what is no mp4 is said', async () => {
  const { link: url } = share
  expect(await look(url)).toContain('needs a password')
  expect(await look(url, 'open barley')).toContain('doesn’t accept this password')
  const found = await look(url, SHARE_PASSWORD)
  expect(found).toHaveLength(3)
  const files = ['Talk día 1.mp4', 'Day2/second talk.mp4', 'Day2/fake.mp4']
  const { list } = await take(url, { password: SHARE_PASSWORD, files })
  const kept = await server.services.deps.db.selectFrom('video_import').select('source').execute()
  expect(kept.map(({ source }) => source.authorization)).not.toContainEqual(expect.stringMatching(/^Basic/))
  const states = (await ended(list)).sort()
  expect(states).toEqual([
    expect.stringMatching(/^Talk día 1 1 \d+$/),
    expect.stringContaining('isn’t an MP4 video'),
    expect.stringMatching(/^second talk 1 \d+$/),
  ])
})

test('a connection that breaks off goes on where it stopped', async () => {
  const { list } = await take(`${origin}/breaking.mp4`)
  expect(await ended(list)).toEqual([expect.stringMatching(/^breaking 1/)])
  // From the last byte that came, however many those were.
  expect(seen).toContainEqual(expect.stringMatching(/^\/breaking\.mp4 bytes=[1-9]\d*-/))
})

test.each(['half', 'no-index'])('%s.mp4, which is incomplete where it comes from, says so', async (name) => {
  const { list } = await take(`${origin}/${name}.mp4`)
  expect(await ended(list)).toEqual([
    `${name} 2 0 The file at the link is incomplete. Check whether it plays there to the end, then import it again`,
  ])
})

test.each([
  ['/page', 'leads to a web page'],
  ['/text.mp4', 'isn’t an MP4 video'],
  ['/huge.mp4', '4 GB'],
  ['/secret.mp4', 'doesn’t make this file public'],
  ['/broken.mp4', 'answer 503'],
  ['/gone.mp4', 'nothing at this link'],
])('%s: %s', async (path, message) => expect(await look(origin + path)).toContain(message))

test('a file that never ends is given up at the limit', async () => {
  const source = { kind: 'file', address: `${origin}/endless.mp4`, authorization: '' } as const
  const options = { maxBytes: 20 * 1024 ** 2, signal: AbortSignal.timeout(30_000), onProgress: () => undefined }
  const path = join(server.services.deps.workDir, 'endless')
  await expect(fetchFile(server.services.deps.web, source, { path, ...options })).rejects.toMatchObject({
    key: 'file_too_large',
  })
})

test('one that says that it is small, and never ends, is given up where the room of its account ends', async () => {
  const [kept] = (await take(`${origin}/clip.mp4`)).list
  const { db } = server.services.deps
  const size = 1024 ** 3 - 20 * 1024 ** 2
  const real = await db.selectFrom('video').select('size').where('id', '=', kept!.video_id).executeTakeFirstOrThrow()
  await db.updateTable('video').set({ size }).where('id', '=', kept!.video_id).execute()
  const { list } = await take(`${origin}/endless.mp4`)
  expect(await ended(list)).toEqual([expect.stringMatching(/^endless 2 0 Your files take up 1 GB/)])
  await db.updateTable('video').set(real).where('id', '=', kept!.video_id).execute()
})

test('one that is on its way can be deleted, and leaves nothing', async () => {
  const { list } = await take(`${origin}/endless.mp4`)
  const { video_id } = list[0]!
  await until(async () => (await server.ok('getVideo', { file_id: video_id }, token)).state === 3)
  const { db, workDir } = server.services.deps
  const fetched = () => readdir(importFolder(workDir)).catch((): string[] => [])
  await until(async () => (await fetched()).length > 0)
  await server.ok('deleteVideo', { folder_id, video_id }, token)
  expect(await db.selectFrom('video_import').selectAll().where('video_id', '=', video_id).execute()).toEqual([])
  await until(async () => (await fetched()).length === 0)
})

test.each([
  'http://10.0.0.1/a.mp4',
  'https://169.254.169.254/latest/meta-data.mp4',
  'https://[::1]/a.mp4',
  'https://2130706433/a.mp4',
  'https://0x7f.1/a.mp4',
  'https://[::ffff:10.0.0.1]/a.mp4',
  'https://[64:ff9b::a00:1]/a.mp4',
  'https://0.0.0.0/a.mp4',
])('%s is no address to import from, at once or by a redirect', async (address) => {
  const strict = new Web({ networks: [] })
  const open = async (web: Web, url: string) => web.open({ url, signal: AbortSignal.timeout(5000) })
  await expect(open(strict, address)).rejects.toMatchObject({
    key: address.startsWith('http:') ? 'import_not_secure' : 'import_address_private',
  })
  await strict.close()
  if (address.includes('2130706433') || address.includes('0x7f')) return
  const message = await look(`${origin}/?to=${encodeURIComponent(address)}`)
  expect(message).toContain('is in a private network')
})

test('a name is looked up once for a connection, and one that leads elsewhere later is refused', async () => {
  const answers = ['127.0.0.1', '10.0.0.1']
  const asked: string[] = []
  const web = new Web({
    networks: readNetworks(LOOPBACK),
    resolve: async (host) => {
      asked.push(host)
      return [{ address: answers[asked.length - 1] ?? '10.0.0.1', family: 4 }]
    },
  })
  const { port } = new URL(origin)
  const url = `http://changing.example:${port}/clip.mp4`
  const signal = AbortSignal.timeout(5000)
  const first = await web.open({ url, signal })
  first.body.destroy()
  expect(asked).toEqual(['changing.example'])
  await expect(web.open({ url, signal })).rejects.toMatchObject({ key: 'import_address_private' })
  await web.close()
})

test('what opens a share is not sent to where it redirects', async () => {
  const heads: (string | undefined)[] = []
  const other = createServer((request, response) => {
    heads.push(request.headers.authorization)
    response.end('ok')
  })
  const elsewhere = await listen(other)
  const web = new Web({ networks: readNetworks(LOOPBACK) })
  const headers = { authorization: 'Basic eDp5' }
  const answer = await web.open({ url: `${origin}/?to=${elsewhere}/x`, headers, signal: AbortSignal.timeout(5000) })
  answer.body.destroy()
  expect(heads).toEqual([undefined])
  await web.close()
  other.close()
})

test.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1', 'public'],
  ['127.0.0.1', 'allowed'],
  ['::ffff:127.0.0.1', 'allowed'],
  ['10.1.2.3', 'refused'],
  ['172.16.0.1', 'refused'],
  ['192.168.1.1', 'refused'],
  ['100.64.0.1', 'refused'],
  ['169.254.169.254', 'refused'],
  ['168.63.129.16', 'refused'],
  ['224.0.0.1', 'refused'],
  ['255.255.255.255', 'refused'],
  ['::1', 'refused'],
  ['::', 'refused'],
  ['fe80::1', 'refused'],
  ['fd00:ec2::254', 'refused'],
  ['64:ff9b::7f00:1', 'refused'],
  ['2002:7f00:1::', 'refused'],
  ['::ffff:10.0.0.1', 'refused'],
  ['::8.8.8.8', 'refused'],
  ['::808:808', 'refused'],
  ['::ffff:8.8.8.8', 'public'],
  ['no address', 'refused'],
])('%s is %s', (address, standing) => expect(addressStanding(address, readNetworks(LOOPBACK))).toBe(standing))

test('the form of Drive’s page about viruses', () => {
  const page = `<form id="download-form" action="https://drive.usercontent.google.com/download" method="get">
    <input type="submit" value="Download anyway"/><input type="hidden" name="id" value="1A&amp;b">
    <input type="hidden" name="confirm" value="t"><input type="hidden" name="uuid" value="u-1"></form>`
  expect(confirmAddress(page, 'https://drive.google.com/uc')).toBe(
    'https://drive.usercontent.google.com/download?id=1A%26b&confirm=t&uuid=u-1',
  )
  expect(confirmAddress('<h1>Quota exceeded</h1>', 'https://drive.google.com/uc')).toBeUndefined()
})

test.each([
  [`attachment; filename="a b.mp4"; filename*=UTF-8''d%C3%ADa.mp4`, 'día.mp4'],
  ['attachment; filename="../../etc/x.mp4"', 'x.mp4'],
  ['attachment; filename=plain.mp4', 'plain.mp4'],
  ['inline', undefined],
])('%s names %s', (header, name) => expect(nameInDisposition(header)).toBe(name))

test('a visitor has no imports, and a folder of somebody else does not exist', async () => {
  const stranger = await signUp(server)
  const input = { url: `${origin}/clip.mp4`, folder_id, idempotency_key: 'of a stranger' }
  expect((await server.call('importFiles', input, stranger)).code).toBe(1002)
})

test('an answer of a share that nests deeper than any server’s is refused where it does', () => {
  const of = (inner: string) =>
    `<d:multistatus xmlns:d="DAV:"><d:response><d:href>/s/a.mp4</d:href>${inner}</d:response></d:multistatus>`
  expect(parseEntries(of('<d:propstat><d:prop/></d:propstat>'), '/s/')).toMatchObject([{ segments: ['a.mp4'] }])
  // A million tags deep: read to its end it would take minutes.
  expect(() => parseEntries(of('<d:a>'.repeat(1_000_000)), '/s/')).toThrow('import_unreadable')
  const many = Array.from({ length: 101 }, (_, at) => `a${at}=""`).join(' ')
  expect(() => parseEntries(of(`<d:prop ${many}/>`), '/s/')).toThrow('import_unreadable')
  const hundredEach = `<d:prop ${many.replace('a100=""', '')}/>`.repeat(3)
  expect(parseEntries(of(hundredEach), '/s/')).toMatchObject([{ segments: ['a.mp4'] }])
  expect(parseEntries(of(`<d:href>/s/${'a/'.repeat(5000)}</d:href>`), '/s/')).toEqual([])
})

test('an answer that comes in parts is the same, wherever it is cut', () => {
  const xml = '<d:multistatus xmlns:d="DAV:"><d:response><d:href>/s/ä&amp;b.mp4</d:href></d:response></d:multistatus>'
  for (let at = 0; at <= xml.length; at++) {
    const reader = new EntryReader('/s/')
    reader.write(xml.slice(0, at))
    reader.write(xml.slice(at))
    expect(reader.end()).toEqual(parseEntries(xml, '/s/'))
  }
})
