import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db, Tx } from '../store/db.ts'
import { publishToAll } from '../store/events.ts'
import { newId } from '../store/id.ts'
import type { EngineReport } from './registry.ts'

/** A worker counts as gone after two and a half heartbeats: 25 s, so that screens show it within 30 s. */
const BEATS_MISSED = 2.5
/** How often a process without a worker looks for gone workers. */
const WATCH_MS = 2000

export interface Announcement {
  /** Queues that the worker takes jobs of. */
  readonly queues: readonly string[]
  readonly reports: readonly EngineReport[]
  readonly heartbeatSeconds: number
  readonly onError: (error: unknown) => void
}

/** A worker's heartbeat. */
export interface Heartbeat {
  readonly workerId: string
  /** Stops it and deletes the worker's rows, so that others notice at once. */
  stop(): Promise<void>
}

/** Publishes this worker's offers, now and with every heartbeat. */
export async function startHeartbeat(db: Db, announcement: Announcement): Promise<Heartbeat> {
  const workerId = newId()
  await announce(db, workerId, announcement)
  let beat: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    beat = renew(db, workerId, announcement).catch(announcement.onError)
  }, announcement.heartbeatSeconds * 1000)
  timer.unref()
  return {
    workerId,
    stop: async () => {
      clearInterval(timer)
      await beat
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('worker').where('id', '=', workerId).execute()
        await publishToAll(tx, { kind: 'engines' })
      })
    },
  }
}

const validUntil = (heartbeatSeconds: number) =>
  sql<Date>`now() + make_interval(secs => ${heartbeatSeconds * BEATS_MISSED})`

async function announce(db: Db, id: string, { queues, reports, heartbeatSeconds }: Announcement): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('worker')
      .values({
        id,
        host: hostname(),
        process: process.pid,
        queues: JSON.stringify(queues),
        valid_until: validUntil(heartbeatSeconds),
      })
      .execute()
    if (reports.length) await insertOffers(tx, id, reports)
    await publishToAll(tx, { kind: 'engines' })
  })
}

async function insertOffers(tx: Tx, workerId: string, reports: readonly EngineReport[]): Promise<void> {
  const rows = reports.map((report, rank) => ({
    worker_id: workerId,
    port: report.port,
    name: report.name,
    label: report.label,
    rank,
    is_offered: report.isOffered,
    serves: JSON.stringify(report.serves),
    detail: report.detail,
    remedy: report.remedy && JSON.stringify(report.remedy),
    is_optional: report.isOptional,
  }))
  await tx.insertInto('engine_offer').values(rows).execute()
}

async function renew(db: Db, workerId: string, announcement: Announcement): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('worker')
    .set({ seen_at: sql<Date>`now()`, valid_until: validUntil(announcement.heartbeatSeconds) })
    .where('id', '=', workerId)
    .executeTakeFirst()
  // A worker that was silent too long had its rows deleted.
  if (numUpdatedRows === 0n) await announce(db, workerId, announcement)
  await removeGoneWorkers(db)
}

/** Deletes rows of workers without heartbeats and notifies open screens. Returns how many there were. */
export async function removeGoneWorkers(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('worker')
      .where('valid_until', '<=', sql<Date>`now()`)
      .returning('id')
      .execute()
    if (gone.length) await publishToAll(tx, { kind: 'engines' })
    return gone.length
  })
}

/** Looks for gone workers until stopped, in a process without a heartbeat. */
export function watchWorkers(db: Db, onError: (error: unknown) => void, everyMs = WATCH_MS): () => void {
  const timer = setInterval(() => void removeGoneWorkers(db).catch(onError), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
