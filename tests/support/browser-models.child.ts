import type { AddressInfo } from 'node:net'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { registerBrowserModels } from '#server/http/browser-models.ts'

const app = Fastify()
await app.register(fastifyStatic, { root: '/', serve: false, prefix: '/blobs/' })
app.addHook('onRequest', (_, reply, done) => {
  reply.header('access-control-allow-origin', '*')
  done()
})
registerBrowserModels(app)
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
