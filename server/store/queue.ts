import { setTimeout as wait } from 'node:timers/promises'
import { fromKysely, PgBoss } from 'pg-boss'
import { type ResourceClass, resourceClasses } from '#core/domain/resources.ts'
import type { Store, Tx } from './db.ts'

/** A job's data: enough to find its row, which says what to do. */
export interface TaskJobData {
  readonly taskId: string
}

/** Background jobs of each kind that a worker runs at once; a queue for each kind, so that none waits behind another. */
const backgroundSlots = { mail: 3, webhook: 4, export: 1, chain: 2 } as const
export type BackgroundJobKind = keyof typeof backgroundSlots
const backgroundKinds = Object.keys(backgroundSlots) as BackgroundJobKind[]
const backgroundQueue = (kind: BackgroundJobKind): string => `errand-${kind}`

/** An internal job (mail, webhook, export, steps of a chain): free of charge, without progress. The row of its id says what to do. */
export interface BackgroundJob {
  readonly kind: BackgroundJobKind
  readonly id: string
  /** Which round of attempts it belongs to, for jobs that can be started again. */
  readonly round?: number
}

/** Tasks of a class that a worker runs at once. */
export interface QueueSlots {
  readonly resources: ResourceClass
  readonly concurrency: number
}

export interface SendOptions {
  readonly turn: number
  readonly afterSeconds?: number
}

/** Recurring work: `cron` in UTC with five fields. */
export interface Recurring {
  readonly name: string
  readonly cron: string
  run(signal: AbortSignal): Promise<void>
}

/** A killed worker's job is retried after this; the engine's minimum. */
const HEARTBEAT_SECONDS = 10
/** Interval of the heartbeat check: the engine's default of a minute would delay retries. */
const SUPERVISE_SECONDS = 10
const LONGEST_JOB_SECONDS = 12 * 60 * 60
/** How often one worker of a queue looks for delayed jobs that have become due: all are notified of the others. */
const DUE_SECONDS = 5
/** How often every worker looks, beside that. */
const LOST_SECONDS = 60
/** How often a task is retried after a fault; the task's row counts its attempts too. */
const RETRIES = 20
/** Queues of earlier versions. A migration sent their jobs to the new ones. */
const formerQueues = ['task', 'ingest']
/** Earlier versions have one queue for all background jobs; their processes may still run and send to it. */
const FORMER_BACKGROUND_QUEUE = 'errand'
const RECURRING = 'recurring'
const LONGEST_RECURRING_SECONDS = 30 * 60
/** How long a stop waits for running jobs to end. */
const STOP_MS = 10_000

/** Jobs of tasks, a queue per class of resources, so that no class waits for another. */
export interface Queue {
  /**
   * Adds a job as part of the transaction; no worker gets it before `afterSeconds` have passed, nor before jobs of an
   * earlier `turn`.
   */
  send(tx: Tx, name: ResourceClass, data: TaskJobData, options: SendOptions): Promise<void>
  /** The same for many jobs at once, each with its turn. */
  sendAll(tx: Tx, name: ResourceClass, jobs: readonly (TaskJobData & { readonly turn: number })[]): Promise<void>
  /** Takes jobs, up to `concurrency` at once, until the queue stops. A job whose handler throws is retried. */
  work(
    name: ResourceClass,
    concurrency: number,
    run: (data: TaskJobData, signal: AbortSignal) => Promise<void>,
  ): Promise<void>
  /**
   * Adds a background job as part of the transaction; no worker gets it before `afterSeconds` have passed. A worker
   * runs one job of a `group` at a time.
   */
  sendBackgroundJob(
    tx: Tx,
    job: BackgroundJob,
    options: { readonly group: string; readonly afterSeconds?: number },
  ): Promise<void>
  /** Takes background jobs until the queue stops. */
  workBackgroundJobs(run: (job: BackgroundJob, signal: AbortSignal) => Promise<void>): Promise<void>
  /** Runs recurring work in one of the processes that ask for it, never twice at once. */
  repeat(work: readonly Recurring[]): Promise<void>
  stop(): Promise<void>
}

/** Seconds between looks at the schedule, and between looks for recurring work that is due. */
export interface SchedulePace {
  readonly schedule: number
  readonly due: number
}
const usualPace: SchedulePace = { schedule: 30, due: 10 }

/** Opens the job engine on the same database. `onError` receives faults that it recovers from. */
export async function openQueue(
  store: Store,
  onError: (error: unknown) => void,
  pace: SchedulePace = usualPace,
): Promise<Queue> {
  const boss = new PgBoss({
    ...store.bossOptions,
    useListenNotify: true,
    schedule: true,
    cronMonitorIntervalSeconds: pace.schedule,
    cronWorkerIntervalSeconds: Math.min(5, pace.due),
    maintenanceIntervalSeconds: 60,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', onError)
  await boss.start()
  for (const name of [...resourceClasses, FORMER_BACKGROUND_QUEUE, ...backgroundKinds.map(backgroundQueue)])
    await prepareQueue(boss, name)
  for (const name of formerQueues) if (await boss.getQueue(name)) await boss.deleteQueue(name)
  return {
    send: async (tx, name, data, { turn, afterSeconds }) => {
      const delay = afterSeconds === undefined ? {} : { startAfter: afterSeconds }
      // The engine takes the highest priority first.
      await boss.send(name, data, { db: fromKysely(tx), priority: -turn, ...delay })
    },
    sendAll: async (tx, name, jobs) => {
      const rows = jobs.map(({ taskId, turn }) => ({ data: { taskId }, priority: -turn }))
      if (rows.length > 0) await boss.insert(name, rows, { db: fromKysely(tx) })
    },
    work: (name, concurrency, run) => takeJobs(boss, name, concurrency, run),
    sendBackgroundJob: async (tx, job, { group, afterSeconds }) => {
      const delay = afterSeconds === undefined ? {} : { startAfter: afterSeconds }
      await boss.send(backgroundQueue(job.kind), job, { db: fromKysely(tx), group: { id: group }, ...delay })
    },
    workBackgroundJobs: async (run) => {
      await takeJobs(boss, FORMER_BACKGROUND_QUEUE, 1, run)
      for (const kind of backgroundKinds)
        await takeJobs(boss, backgroundQueue(kind), backgroundSlots[kind], run, { ofGroup: 1 })
    },
    repeat: (work) => repeat(boss, work, pace.due),
    stop: async () => {
      // The engine's graceful stop looks every half second whether all workers have ended.
      const names = [...resourceClasses, FORMER_BACKGROUND_QUEUE, ...backgroundKinds.map(backgroundQueue), RECURRING]
      const ended = Promise.all(names.map((name) => boss.offWork(name)))
      await Promise.race([ended, wait(STOP_MS, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

async function takeJobs<Data extends object>(
  boss: PgBoss,
  name: string,
  concurrency: number,
  run: (data: Data, signal: AbortSignal) => Promise<void>,
  { ofGroup }: { readonly ofGroup?: number } = {},
): Promise<void> {
  const options = {
    ...{ pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: LOST_SECONDS, batchSize: 1 },
    ...(ofGroup === undefined ? {} : { localGroupConcurrency: ofGroup }),
  }
  // Workers without a job.
  const free = new Set<string>()
  const addWorker = async (): Promise<void> => {
    let id = ''
    id = await boss.work<Data>(name, options, async (jobs) => {
      free.delete(id)
      // More may have become due at once.
      for (const other of free) boss.notifyWorker(other)
      try {
        for (const job of jobs) await run(job.data, job.signal)
      } finally {
        free.add(id)
        // It takes the next job at once: nothing notifies it of jobs that have waited.
        boss.notifyWorker(id)
      }
    })
    free.add(id)
  }
  for (let count = 0; count < concurrency; count++) await addWorker()
  const timer = setInterval(() => {
    const [first] = free
    if (first !== undefined) boss.notifyWorker(first)
  }, DUE_SECONDS * 1000)
  boss.once('stopped', () => clearInterval(timer))
}

async function prepareQueue(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(name, {
    retryLimit: RETRIES,
    retryDelay: 1,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: LONGEST_JOB_SECONDS,
    notify: true,
  })
  // The first send reads the queue's row over the main connection, which would deadlock inside a transaction of the
  // embedded database.
  const id = await boss.send(name, {}, { startAfter: 3600 })
  if (id) await boss.deleteJob(name, id)
}

async function repeat(boss: PgBoss, work: readonly Recurring[], pollingIntervalSeconds: number): Promise<void> {
  // `singleton`: at most one active job of a name in the installation.
  await boss.createQueue(RECURRING, {
    policy: 'singleton',
    retryLimit: 0,
    expireInSeconds: LONGEST_RECURRING_SECONDS,
    deleteAfterSeconds: 24 * 60 * 60,
  })
  for (const { name, cron } of work) await boss.schedule(RECURRING, cron, { name }, { key: name })
  const known = new Set(work.map(({ name }) => name))
  for (const { key } of await boss.getSchedules(RECURRING)) {
    if (!known.has(key)) await boss.unschedule(RECURRING, key)
  }
  await boss.work<{ name: string }>(RECURRING, { pollingIntervalSeconds, batchSize: 1 }, async (jobs) => {
    for (const job of jobs) await work.find(({ name }) => name === job.data.name)?.run(job.signal)
  })
}
