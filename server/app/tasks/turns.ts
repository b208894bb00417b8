import { sql } from 'kysely'
import type { ResourceClass } from '#core/domain/resources.ts'
import { TaskState } from '#core/domain/task.ts'
import { nextTurn, taskToPause } from '#core/tasks/fair-share.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import type { TaskRow } from './attempts.ts'

/** A task that waits less than this may still get a free slot. */
const WAITS_MS = 3000

const typesOf = ({ tasks }: Pick<Deps, 'tasks'>, resources: ResourceClass): string[] =>
  tasks.filter(({ kind }) => kind.resources === resources).map(({ kind }) => kind.type)

/** The turn of an account's next task of a class. */
export async function turnOf(deps: Deps, tx: Tx, accountId: string, resources: ResourceClass): Promise<number> {
  const { running, waiting, own } = await tx
    .selectFrom('task')
    .select([
      sql<number | null>`max(turn) filter (where state = ${TaskState.running})`.as('running'),
      sql<number | null>`min(turn) filter (where state = ${TaskState.queued})`.as('waiting'),
      sql<number | null>`max(turn) filter (where account_id = ${accountId})`.as('own'),
    ])
    .where('state', 'in', [TaskState.queued, TaskState.running])
    .where('type', 'in', typesOf(deps, resources))
    .executeTakeFirstOrThrow()
  return nextTurn({ running: running ?? undefined, waiting: waiting ?? undefined, own: own ?? undefined })
}

/** Whether an attempt should yield to an account that waits and has nothing running in this class. */
export async function shouldYield(deps: Deps, task: TaskRow, resources: ResourceClass): Promise<boolean> {
  const now = Date.now()
  const rows = await unfinished(deps.db, typesOf(deps, resources))
  const running = rows
    .filter(({ state }) => state === TaskState.running)
    .map(({ id, account_id, began_at }) => ({ id, account: account_id, beganAt: began_at?.getTime() ?? now }))
  const waiting = rows.filter(
    ({ state, updated_at }) => state === TaskState.queued && now - updated_at.getTime() > WAITS_MS,
  )
  return (
    taskToPause(
      running,
      waiting.map(({ account_id }) => account_id),
      now,
    ) === task.id
  )
}

const unfinished = (db: Db, types: readonly string[]) =>
  db
    .selectFrom('task')
    .select(['id', 'account_id', 'state', 'began_at', 'updated_at'])
    .where('state', 'in', [TaskState.queued, TaskState.running])
    .where('type', 'in', types)
    .execute()
