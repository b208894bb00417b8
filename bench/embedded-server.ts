import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '#server/config.ts'
import { buildApp } from '#server/http/app.ts'
import { createServices } from '#server/services.ts'
import type { Db } from '#server/store/db.ts'
import { EventHub } from '#server/store/events.ts'

const root = join(import.meta.dirname, '..')

interface EmbeddedServer {
  readonly url: string
  readonly db: Db
  /** Ends it and removes its data. */
  close(): Promise<void>
}

/** A server in this process on a separate embedded database; it takes no jobs. */
export async function startEmbedded(): Promise<EmbeddedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  const env = { CUELANE_DATA: dataDir, LOG_LEVEL: 'silent' }
  const config = readConfig(env, root)
  const { webDir, languages, google } = config
  const services = await createServices(config, { env, onError: () => undefined })
  const { deps } = services
  const hub = new EventHub()
  await hub.start(services.store)
  const app = await buildApp({ deps, hub, logLevel: 'silent', webDir, mediaOrigins: [], languages, google })
  return {
    url: await listen(app),
    db: deps.db,
    close: async () => {
      await app.close()
      await hub.stop()
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Listens at a free port; returns the address. */
export async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
