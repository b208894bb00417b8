import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from './app/deps.ts'
import { HeavyGate } from './app/heavy/gate.ts'
import { Web } from './app/imports/web.ts'
import { openSecretBox, type SecretBox, WrongSecretKeys } from './app/secret-box.ts'
import { SignedUrls } from './app/signed-urls.ts'
import type { PaymentGateway } from './app/payments/gateway.ts'
import { installSamples } from './app/samples.ts'
import { sendWaitingTasks } from './app/tasks/start.ts'
import { resealWebhooks } from './app/webhooks/secrets.ts'
import type { Config } from './config.ts'
import { startHeartbeat, watchWorkers } from './engines/heartbeat.ts'
import { engineAdapters } from './engines/index.ts'
import { openModels } from './engines/model-store.ts'
import type { EngineAdapter } from './engines/ports.ts'
import { type EngineRegistry, findEngines } from './engines/registry.ts'
import type { Env } from './settings.ts'
import { type Db, openEmbedded, openPostgres, type Store } from './store/db.ts'
import { DiskBlobs } from './store/disk-blobs.ts'
import { privateFolder } from './store/private-folder.ts'
import { openQueue } from './store/queue.ts'
import { sha256 } from './store/id.ts'
import type { Blobs } from './store/blobs.ts'
import { serverTasks } from './tasks/index.ts'
import type { ServerTask } from './tasks/task.ts'

export interface ServiceOptions {
  /** Environment that the engines' adapters read their settings from. */
  readonly env: Env
  /** Engines to look for; all that the product knows where there is none. */
  readonly adapters?: readonly EngineAdapter[]
  /** Kinds of task to start and to do; all that the product knows where there is none. */
  readonly tasks?: readonly ServerTask[]
  /** Opens the database; the one that the config names where there is none. */
  readonly openStore?: () => Promise<Store>
  /** Told of faults of the queue and of the heartbeat, which go on by themselves. */
  readonly onError: (error: unknown) => void
}

/** What a process works with. */
export interface Services {
  readonly deps: Deps
  readonly store: Store
  /** Every kind of task, for the worker. */
  readonly tasks: readonly ServerTask[]
  /** Takes no more jobs, hands running ones back and withdraws the offers; the database stays open. */
  stop(): Promise<void>
  /** Stops and closes the database. */
  close(): Promise<void>
}

/** Opens everything a role needs, in order; what is open is closed again when a later part fails. */
export async function createServices(config: Config, options: ServiceOptions): Promise<Services> {
  if (!(await privateFolder(config.dataDir)))
    options.onError(
      new Error(`Other users of this machine can read ${config.dataDir}: take their rights away (chmod 700)`),
    )
  // Looked for while the database opens; a fault there must not leave this one unheard.
  const tasks = options.tasks ?? serverTasks
  // A process that only answers requests runs no engine: it reads what the workers offer.
  const adapters = config.role === 'api' ? [] : (options.adapters ?? engineAdapters)
  const finding = findEngines(options.env, adapters)
  finding.catch(() => undefined)
  const store = await (options.openStore?.() ?? openStore(config))
  try {
    const queue = await openQueue(store, options.onError)
    const workDir = join(config.dataDir, 'work', String(process.pid))
    await mkdir(workDir, { recursive: true })
    const secrets = await openSecretBox(config.secretKeys, config.dataDir)
    const secret = await signingSecret(store.db, secrets, config)
    const deps: Deps = {
      db: store.db,
      blobs: await openBlobs(config),
      queue,
      signedUrls: new SignedUrls(secret),
      engines: await finding,
      models: config.role === 'api' ? undefined : openModels(options.env),
      secrets,
      tasks,
      web: new Web({ networks: config.importNetworks }),
      payments: await openPayments(config, store.db, secret),
      mail: config.mail,
      seller: config.seller,
      webhookPauses: config.webhookPauses,
      accountGb: config.accountGb,
      heavy: new HeavyGate(),
      workDir,
    }
    await resealWebhooks(deps.db, deps.secrets)
    await installSamples(deps)
    await sendWaitingTasks(deps)
    const stopTelling = await tellOffers(config, store, deps.engines, options.onError)
    const stop = async (): Promise<void> => {
      await stopTelling()
      await queue.stop()
      await deps.web.close()
      await rm(workDir, { recursive: true, force: true })
    }
    let stopped: Promise<void> | undefined
    const stopOnce = (): Promise<void> => (stopped ??= stop())
    return { deps, store, tasks, stop: stopOnce, close: () => stopOnce().finally(() => store.close()) }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openStore({ databaseUrl, databaseSchema, dataDir }: Config): Promise<Store> {
  return databaseUrl ? openPostgres(databaseUrl, databaseSchema) : openEmbedded(dataDir)
}

/** A worker says what it offers; a process that only answers requests notices workers that are gone. */
async function tellOffers(
  config: Config,
  store: Store,
  engines: EngineRegistry,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  if (config.role === 'api') {
    const stopWatching = watchWorkers(store.db, onError)
    return async () => stopWatching()
  }
  // The embedded database belongs to one process: what is written there is of one that was killed.
  if (store.kind === 'embedded') await store.db.deleteFrom('worker').execute()
  const { reports } = engines
  const queues = config.queues.map(({ resources }) => resources)
  const { heartbeatSeconds } = config
  const heartbeat = await startHeartbeat(store.db, { queues, reports, heartbeatSeconds, onError })
  return () => heartbeat.stop()
}

/** The SDK of the bucket takes half a second to load: only those wait for it who use one. */
async function openBlobs(config: Config): Promise<Blobs> {
  if (!config.s3) return new DiskBlobs(join(config.dataDir, 'blobs'))
  const { S3Blobs } = await import('./store/s3-blobs.ts')
  return new S3Blobs(config.s3)
}

/** The package of Stripe is loaded by those alone who take payments. */
async function openPayments({ payments }: Config, db: Db, secret: string): Promise<PaymentGateway | undefined> {
  if (payments === 'none') return undefined
  if (payments !== 'test') return (await import('./app/payments/stripe.ts')).stripeGateway(payments)
  return (await import('./app/payments/test-checkout.ts')).testGateway(db, sha256(`${secret} payments`))
}

const SIGNING = 'signing_secret'
const newSigningSecret = (): string => randomBytes(32).toString('base64url')

/**
 * One secret for all processes of an installation, made at the first start. It is sealed where each process has the keys:
 * one alone, or all by the setting.
 */
async function signingSecret(db: Db, box: SecretBox, { databaseUrl, secretKeys }: Config): Promise<string> {
  await db
    .insertInto('setting')
    .values({ key: SIGNING, value: newSigningSecret() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await db.selectFrom('setting').select('value').where('key', '=', SIGNING).executeTakeFirstOrThrow()
  const isAlone = databaseUrl === undefined
  // One process alone can do without the old one: addresses that were signed by it end.
  const secret = box.isSealed(value) ? (box.open(value, SIGNING) ?? (isAlone ? newSigningSecret() : undefined)) : value
  if (secret === undefined)
    throw new WrongSecretKeys(
      'The signing secret was sealed by a key that this process does not have: give all processes the same CUELANE_SECRET_KEYS (docs/api-keys.md).',
    )
  if ((isAlone || secretKeys !== undefined) && !box.isCurrent(value)) {
    const sealed = { value: box.seal(secret, SIGNING) }
    await db.updateTable('setting').set(sealed).where('key', '=', SIGNING).where('value', '=', value).execute()
  }
  return secret
}
