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
import { ownProcess, writeProcess } from './store/process-name.ts'
import { openQueue } from './store/queue.ts'
import { sha256 } from './store/id.ts'
import type { Blobs } from './store/blobs.ts'
import { serverTasks } from './tasks/index.ts'
import type { ServerTask } from './tasks/task.ts'

export interface ServiceOptions {
  /** Environment of the engines' adapters. */
  readonly env: Env
  /** Engines to look for; by default all of the product. */
  readonly adapters?: readonly EngineAdapter[]
  /** Kinds of task to start and run; by default all of the product. */
  readonly tasks?: readonly ServerTask[]
  /** Opens the database; by default the config's. */
  readonly openStore?: () => Promise<Store>
  /** Receives faults of the queue and the heartbeat, which recover. */
  readonly onError: (error: unknown) => void
}

/** The parts of a process. */
export interface Services {
  readonly deps: Deps
  readonly store: Store
  /** Every kind of task, for the worker. */
  readonly tasks: readonly ServerTask[]
  /** Takes no more jobs, requeues running ones and withdraws the offers; the database stays open. */
  stop(): Promise<void>
  /** Stops and closes the database. */
  close(): Promise<void>
}

/** Opens everything that a role needs, in order; closes it again if a later part fails. */
export async function createServices(config: Config, options: ServiceOptions): Promise<Services> {
  if (!(await privateFolder(config.dataDir)))
    options.onError(
      new Error(`Other users of this machine can read ${config.dataDir}: take their rights away (chmod 700)`),
    )
  // Probed while the database opens; the handler avoids an unhandled rejection.
  const tasks = options.tasks ?? serverTasks
  // A process that only answers requests runs no engine: it reads the workers' offers.
  const adapters = config.role === 'api' ? [] : (options.adapters ?? engineAdapters)
  const finding = findEngines(options.env, adapters)
  finding.catch(() => undefined)
  const store = await (options.openStore?.() ?? openStore(config))
  try {
    const queue = await openQueue(store, options.onError)
    const workDir = join(config.dataDir, 'work', writeProcess(ownProcess()))
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

async function openStore({ databaseUrl, databaseSchema, databaseConnections, dataDir }: Config): Promise<Store> {
  return databaseUrl ? openPostgres(databaseUrl, databaseSchema, databaseConnections) : openEmbedded(dataDir)
}

/** A worker publishes its offers; a process that only answers requests watches for gone workers. */
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
  // The embedded database belongs to one process: heartbeats in it are of a killed one.
  if (store.kind === 'embedded') await store.db.deleteFrom('worker').execute()
  const { reports } = engines
  const queues = config.queues.map(({ resources }) => resources)
  const { heartbeatSeconds } = config
  const heartbeat = await startHeartbeat(store.db, { queues, reports, heartbeatSeconds, onError })
  return () => heartbeat.stop()
}

/** The bucket's SDK takes half a second to load, so it is loaded only if used. */
async function openBlobs(config: Config): Promise<Blobs> {
  if (!config.s3) return new DiskBlobs(join(config.dataDir, 'blobs'))
  const { S3Blobs } = await import('./store/s3-blobs.ts')
  return new S3Blobs(config.s3)
}

/** Stripe's package is loaded only if payments use it. */
async function openPayments({ payments }: Config, db: Db, secret: string): Promise<PaymentGateway | undefined> {
  if (payments === 'none') return undefined
  if (payments !== 'test') return (await import('./app/payments/stripe.ts')).stripeGateway(payments)
  return (await import('./app/payments/test-checkout.ts')).testGateway(db, sha256(`${secret} payments`))
}

const SIGNING = 'signing_secret'
const newSigningSecret = (): string => randomBytes(32).toString('base64url')

/** One secret for all processes of an installation, made at the first start; encrypted if every process has the keys. */
async function signingSecret(db: Db, box: SecretBox, { databaseUrl, secretKeys }: Config): Promise<string> {
  await db
    .insertInto('setting')
    .values({ key: SIGNING, value: newSigningSecret() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await db.selectFrom('setting').select('value').where('key', '=', SIGNING).executeTakeFirstOrThrow()
  const isAlone = databaseUrl === undefined
  // A single process can replace the old one: addresses signed with it become invalid.
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
