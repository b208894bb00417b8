import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Call } from '#core/contract/call.ts'
import { contract } from '#core/contract/index.ts'
import { routesOf } from '#core/contract/routes.ts'
import type { Area, Tell } from './rows.ts'
import { nextAddress, PASSWORD, type Target } from './target.ts'

const posts = [...routesOf(contract).values()].flatMap((same) => {
  const [[name, row]] = same
  return row.method === 'POST' ? [[name, row] as const] : []
})

/** Sends raw bytes; returns the received ones once there is an answer, or the connection ends. */
function raw(
  target: Target,
  text: string | Buffer,
  onSocket: (socket: Socket) => void = () => undefined,
): Promise<string> {
  const { port } = new URL(target.url)
  const socket = connect(Number(port), '127.0.0.1')
  return new Promise((resolve) => {
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk
      if (answer.includes('"code":')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    socket.write(text)
    onSocket(socket)
  })
}

const statusOf = (answer: string): string => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'no answer'

const head = (path: string, headers: Readonly<Record<string, string>>): string =>
  [`POST ${path} HTTP/1.1`, ...Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`)]
    .join('\r\n')
    .concat('\r\n\r\n')

async function attackBodies(target: Target, tell: Tell): Promise<void> {
  const person = { name: 'sender', email: 'sender@example.org', password: PASSWORD }
  const { access_token: token } = await target.nobody().ok('registerAccount', person)
  const json = { 'content-type': 'application/json', token }
  const fresh = (): Record<string, string> => ({ ...json, 'x-forwarded-for': nextAddress() })
  const larger: string[] = []
  const types: string[] = []
  const mine = posts.filter(([name, row]) => row.access !== 'staff' && name !== 'logout')
  for (const [name, row] of mine) {
    const length = { 'content-length': String(mostOf(row) + 1) }
    // Only one byte of the body is sent: a reader waits in vain.
    const answer = await raw(target, `${head(row.path, { ...fresh(), ...length })}{`)
    if (statusOf(answer) !== '413' && !/"code":2401/.test(answer)) larger.push(`${name} ${statusOf(answer)}`)
    const headers = { ...fresh(), 'content-type': 'application/xml' }
    const { status } = await target.nobody().fetch(row.path, { method: 'POST', headers, body: '<a/>' })
    if (status !== 415) types.push(`${name} ${status}`)
  }
  tell(
    `a body of one byte more than a call takes, to ${mine.length} calls`,
    'refused unread',
    larger.join(', ') || 'refused unread',
  )
  tell(`a body of XML to ${mine.length} calls`, '415', types.join(', ') || '415')

  const { path } = contract.addFolder
  const body = JSON.stringify({ folder_name: 'x' })
  const lengths: [string, string, Record<string, string>, string][] = [
    ['two lengths', '400', { 'content-length': '5', 'Content-Length': '20' }, body],
    ['a length and chunks', '400', { 'content-length': '5', 'transfer-encoding': 'chunked' }, '0\r\n\r\n'],
    ['a length of letters', '400', { 'content-length': '12abc' }, body],
    ['a negative length', '400', { 'content-length': '-1' }, body],
    ['chunks of no number', '400', { 'transfer-encoding': 'chunked' }, 'zz\r\nx\r\n0\r\n\r\n'],
    ['an unknown encoding of the transfer', '400', { 'transfer-encoding': 'chunked, identity' }, '0\r\n\r\n'],
    ['a length that is too short', '400', { 'content-length': '5' }, body],
  ]
  for (const [what, expected, headers, sent] of lengths)
    tell(`a body with ${what}`, expected, statusOf(await raw(target, head(path, { ...fresh(), ...headers }) + sent)))

  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
  const endless = await raw(target, head(path, { ...fresh(), 'transfer-encoding': 'chunked' }), (socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk)) continue
    }
    socket.on('drain', more)
    more()
  })
  // A connection closed during sending loses the unread part of the answer.
  const isEnded = ['413', 'no answer'].includes(statusOf(endless))
  tell('chunks without an end', '413, or cut off', statusOf(endless), isEnded)
  const packed = new Uint8Array(gzipSync(Buffer.alloc(50 * 1024 ** 2, ' ')))
  const gzip = await target.nobody().fetch(path, {
    ...{ method: 'POST', body: packed },
    headers: { ...fresh(), 'content-encoding': 'gzip' },
  })
  tell(
    '50 MB of blanks in a gzip of 50 kB',
    'not unpacked',
    gzip.status < 500 && gzip.code !== 0 ? 'not unpacked' : String(gzip.status),
  )

  await attackSlowly(target, { path, headers: fresh }, tell)
  const visitor = await target.visitor()
  const nineMb = `{"file_id":"x","revision":0,"subtitle_txt":[]}${' '.repeat(9 * 1024 ** 2)}`
  const sent = { method: 'POST', body: nineMb, headers: { 'content-type': 'application/json' } }
  tell('9 MB by a visitor', '1001', String((await visitor.fetch(contract.editVersion.path, sent)).code))
}

/** Connections that send one byte, while another user needs an answer. */
async function attackSlowly(
  target: Target,
  { path, headers }: { path: string; headers: () => Record<string, string> },
  tell: Tell,
): Promise<void> {
  const sockets = Array.from({ length: 300 }, (_, at) => {
    const socket = connect(Number(new URL(target.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    const isBegun = at % 2 === 0
    socket.write(isBegun ? `${head(path, { ...headers(), 'content-length': '1000' })}{` : `POST ${path} HT`)
    return socket
  })
  const { status } = await target.nobody().fetch('/health/ready')
  tell(
    '300 connections that send half of a request',
    'others are answered',
    status === 200 ? 'others are answered' : String(status),
  )
  for (const socket of sockets) socket.destroy()
}

/** Where rows share a route, their largest body. */
function mostOf(row: Call): number {
  const same = (routesOf(contract).get(`${row.method} ${row.path}`) ?? []) as [string, Call][]
  return Math.max(...same.map(([, { limits }]) => limits.bodyBytes))
}

export const bodies: Area<Target> = { name: 'bodies', attack: attackBodies }
