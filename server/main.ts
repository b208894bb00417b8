import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type Config, readConfig } from './config.ts'
import { buildApp } from './http/app.ts'
import { explainStartFault, type Explained } from './start-faults.ts'
import { createServices } from './services.ts'
import { startClearing, startSchedule } from './jobs/schedule.ts'
import { startWorker } from './jobs/worker.ts'
import { EventHub } from './store/events.ts'
import { engineLines } from './doctor.ts'
import { offersOf } from './engines/offers.ts'

const root = join(import.meta.dirname, '..')

// Files of this process and its children are private to its user.
process.umask(0o077)

try {
  const config = readConfig(process.env, root)
  await start(config).catch((error: unknown) => fail(explainStartFault(error, config), error))
} catch (error) {
  fail(explainStartFault(error, undefined), error)
}

async function start(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel })
  const services = await createServices(config, {
    env: process.env,
    onError: (error) => log.error({ err: error }, 'queue or heartbeat'),
  })
  const { deps, store } = services
  if (config.payments === 'test' && config.isForOthers)
    log.warn('Anybody who reaches this server can take credits by the test checkout: CUELANE_PAYMENTS=stripe or none')
  const hub = new EventHub()
  let app: FastifyInstance | undefined
  try {
    if (config.role !== 'worker') {
      await hub.start(store)
      const mediaOrigins = config.s3?.endpoint ? [new URL(config.s3.endpoint).origin] : []
      app = await buildApp({
        deps,
        hub,
        logLevel: config.logLevel,
        webDir: config.webDir,
        mediaOrigins,
        trustProxy: config.trustProxy,
        languages: config.languages,
        google: config.google,
      })
      await app.listen({ host: config.host, port: config.port })
    }
    if (config.role !== 'api') {
      await startWorker(deps, log, {
        isForOthers: config.isForOthers,
        queues: config.queues,
        tasks: services.tasks,
        retryPauses: config.retryPauses,
      })
      await startSchedule(deps, log)
    }
  } catch (error) {
    await app?.close()
    await services.close()
    throw error
  }
  const stopClearing = startClearing(deps, log)
  // Requests may still write and add jobs: the queue stops after them, the database last.
  stopOnSignal(async () => {
    await app?.close()
    await hub.stop()
    await stopClearing()
    await services.close()
  })
  const { workers, reports } = await offersOf(store.db)
  const engines = workers.length ? engineLines(reports) : ['· no worker runs yet: tasks are refused until one does']
  announce(config, store.kind, engines, app)
  // From here on a crash is left to the supervisor's restart.
  process.send?.({ running: true })
}

function announce(
  config: Config,
  database: string,
  engines: readonly string[],
  app: FastifyInstance | undefined,
): void {
  const address = app?.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const where = `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}/`
  const lines = [
    '',
    `  Cuelane is running: ${config.role === 'worker' ? 'worker' : where}`,
    `  Database: ${database === 'embedded' ? `embedded, in ${config.dataDir}` : 'PostgreSQL'} · files: ${config.s3 ? `bucket ${config.s3.bucket}` : 'on disk'}`,
    ...engines.map((line) => `  ${line}`),
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** First signal: finish requests and requeue jobs. Second: exit at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

function fail(explained: Explained | undefined, error: unknown): never {
  if (explained) process.stderr.write(`\n  Cuelane can't start. ${explained.what}\n  ${explained.todo}\n\n`)
  else
    process.stderr.write(
      `\n  Cuelane can't start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n\n`,
    )
  process.exit(1)
}
