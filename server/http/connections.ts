import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long requests may go on once the process was asked to stop. */
const CLOSE_GRACE_MS = 20_000

/**
 * On close, connections with a request under way stay until it is answered, at most for a while; all others end at
 * once. Node's own `closeIdleConnections` leaves those that never sent a request, as browsers open them in advance.
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
