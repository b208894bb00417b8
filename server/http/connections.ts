import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long requests may continue after the process was asked to stop. */
const CLOSE_GRACE_MS = 20_000

/**
 * On close, connections with a request stay until its answer, for a limited time; others end at once. Node's
 * `closeIdleConnections` keeps those that never sent a request, which browsers open in advance.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const requests = new Map<Socket, number>()
  let isClosing = false
  const endIfIdle = (socket: Socket): void => {
    if (isClosing && requests.get(socket) === 0) socket.destroySoon()
  }
  app.server.on('connection', (socket) => {
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1)
    response.once('close', () => {
      if (requests.has(socket)) requests.set(socket, (requests.get(socket) ?? 1) - 1)
      endIfIdle(socket)
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of requests.keys()) endIfIdle(socket)
    setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  })
}
