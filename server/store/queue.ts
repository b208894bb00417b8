import { fromKysely, PgBoss } from 'pg-boss'
import type { Store, Tx } from './db.ts'

/** What a job carries: enough to find its row. The row says what to do. */
export interface Jobs {
  task: { taskId: string }
  ingest: { videoId: string }
}

export type QueueName = keyof Jobs
const queueNames: readonly QueueName[] = ['task', 'ingest']

/** A killed worker's job is handed out again after this; the engine's own minimum. */
const HEARTBEAT_SECONDS = 10
/** How often heartbeats are looked at: with the engine's own minute a killed job would rest that long. */
const SUPERVISE_SECONDS = 10
const LONGEST_JOB_SECONDS = 12 * 60 * 60
/** How often a task is begun again after a fault; the task's own row counts its attempts too. */
const RETRIES = 20

export interface Queue {
  /** Adds a job as part of the transaction. */
  send<N extends QueueName>(tx: Tx, name: N, data: Jobs[N]): Promise<void>
  work<N extends QueueName>(
    name: N,
    concurrency: number,
    run: (data: Jobs[N], signal: AbortSignal) => Promise<void>,
  ): Promise<void>
  stop(): Promise<void>
}

export async function openQueue(store: Store, onError: (error: unknown) => void): Promise<Queue> {
  const boss = new PgBoss({
    ...store.bossOptions,
    useListenNotify: true,
    schedule: false,
    maintenanceIntervalSeconds: 60,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', onError)
  await boss.start()
  for (const name of queueNames) await prepareQueue(boss, name)
  return {
    send: async (tx, name, data) => {
      await boss.send(name, data, { db: fromKysely(tx) })
    },
    work: async (name, concurrency, run) => {
      for (let i = 0; i < concurrency; i++) {
        await boss.work<Jobs[typeof name]>(
          name,
          { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2, batchSize: 1 },
          async (jobs) => {
            for (const job of jobs) await run(job.data, job.signal)
          },
        )
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}

async function prepareQueue(boss: PgBoss, name: QueueName): Promise<void> {
  await boss.createQueue(name, {
    retryLimit: RETRIES,
    retryDelay: 1,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: LONGEST_JOB_SECONDS,
    notify: true,
  })
  // The first send reads the queue's row over the main connection; inside a transaction of the embedded database that
  // would wait for itself, so it happens here.
  const id = await boss.send(name, {}, { startAfter: 3600 })
  if (id) await boss.deleteJob(name, id)
}
