import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface FakePostgres {
  readonly url: string
  /** Connections that listen to a channel. */
  readonly listening: () => number
  /** Ends every connection as an administrator does: with a message, at once. */
  terminate(): void
  /** Leaves what the open connections send without an answer, as a network does that was cut. */
  fallSilent(): void
  notify(channel: string, payload: string): void
  close(): Promise<void>
}

const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`)
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const ready = message('Z', Buffer.from('I'))
const fatal = message('E', text('SFATAL'), text('C57P01'), text('Mterminating connection'), Buffer.from([0]))

/** The part of PostgreSQL's protocol (version 3) for a listening client; accepts every user. */
export async function startFakePostgres(): Promise<FakePostgres> {
  const open = new Set<Socket>()
  const heard = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    let isStarted = false
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      heard.delete(socket)
    })
    socket.on('data', (data) => {
      if (silent.has(socket)) return
      if (!isStarted) {
        isStarted = true
        socket.write(Buffer.concat([message('R', int32(0)), ready]))
      } else if (data.toString('latin1', 0, 1) === 'Q') {
        heard.add(socket)
        socket.write(Buffer.concat([message('C', text('LISTEN')), ready]))
      } else socket.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://anybody@127.0.0.1:${(server.address() as AddressInfo).port}/any`,
    listening: () => heard.size,
    terminate: () => {
      for (const socket of open) {
        socket.write(fatal)
        socket.destroySoon()
      }
    },
    fallSilent: () => open.forEach((socket) => silent.add(socket)),
    notify: (channel, payload) => {
      for (const socket of heard) socket.write(message('A', int32(1), text(channel), text(payload)))
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
