/**
 * An installation of one command on this machine's engines, for `cuelane localise`: prints its address and a key as JSON,
 * and ends with its standard input. It uses the product with a temporary database.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { API_PERMISSION, keyLimits, keyScopes } from '#core/domain/api-keys.ts'
import { addApiKey } from './app/keys/manage.ts'
import { readConfig } from './config.ts'
import { buildApp } from './http/app.ts'
import { startWorker } from './jobs/worker.ts'
import { createServices } from './services.ts'
import { EventHub } from './store/events.ts'
import { newTaskAccount, openTaskDatabase } from './task-database.ts'
import { fileTasks } from './tasks/index.ts'

const root = join(import.meta.dirname, '..')

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuelane-localise-'))
  // The installation's database and bucket are not used.
  const env = { ...process.env, DATABASE_URL: undefined, S3_BUCKET: undefined }
  const config = readConfig({ ...env, CUELANE_DATA: dataDir, CUELANE_ROLE: 'all' }, root)
  try {
    const openStore = () => openTaskDatabase(root)
    const services = await createServices(config, { env, tasks: fileTasks, openStore, onError: () => undefined })
    const { deps, tasks, store } = services
    const hub = new EventHub()
    await hub.start(store)
    const { languages, google, queues } = config
    const web = { webDir: join(dataDir, 'no-web'), mediaOrigins: [], trustProxy: undefined, languages, google }
    const app = await buildApp({ deps, hub, logLevel: 'silent', ...web })
    try {
      // Only one task runs at a time.
      const slots = queues.map(({ resources }) => ({ resources, concurrency: 1 }))
      await startWorker(deps, pino({ level: 'silent' }), { queues: slots, tasks, retryPauses: [] })
      await app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = app.server.address() as AddressInfo
      const accountId = await newTaskAccount(deps)
      const auth_list = JSON.stringify([API_PERMISSION])
      await deps.db.updateTable('account').set({ auth_list }).where('id', '=', accountId).execute()
      const limits = { per_minute: keyLimits.perMinute.max, month_credits: null }
      const { secret } = await addApiKey(
        { db: deps.db, accountId },
        { name: 'task', scopes: [...keyScopes], ...limits },
      )
      process.stdout.write(`${JSON.stringify({ server: `http://127.0.0.1:${port}`, key: secret })}\n`)
      await inputEnd()
    } finally {
      await app.close()
      await hub.stop()
      await services.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The starting command ends it by closing its input, and the terminal only interrupts that command. */
async function inputEnd(): Promise<void> {
  process.on('SIGINT', () => undefined)
  process.stdin.resume()
  await new Promise((resolve) => process.stdin.once('end', resolve))
}

try {
  await main()
  process.exit(0)
} catch (error) {
  process.stderr.write(`cuelane: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
