import { sql } from 'kysely'
import type { ResourceClass } from '#core/domain/resources.ts'
import { TaskState } from '#core/domain/task.ts'
import { nextTurn, taskToPause } from '#core/tasks/fair-share.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import type { TaskRow } from './attempts.ts'

/** A task that waits less than this may still get a free slot. */
const WAITS_MS = 3000
/** Stands for an account without a running task. */
const NOBODY = ''

const typesOf = ({ tasks }: Pick<Deps, 'tasks'>, resources: ResourceClass): string[] =>
  tasks.filter(({ kind }) => kind.resources === resources).map(({ kind }) => kind.type)

/** Rows `kind(type)` to join with, as each type is looked up in an index. */
const kindRows = (types: readonly string[]) =>
  sql`(values ${sql.join(types.map((type) => sql`(${type}::text)`))}) as kind(type)`

const [queued, running] = [sql.lit(TaskState.queued), sql.lit(TaskState.running)]

/** The turn of an account's next task of a class. The cost grows with the running tasks, not with the waiting ones. */
export async function turnOf(deps: Deps, tx: Tx, accountId: string, resources: ResourceClass): Promise<number> {
  const types = typesOf(deps, resources)
  const { rows } = await sql<Record<'running' | 'waiting' | 'own', number | null>>`
    select
      (select max(turn) from task where state = ${running} and type in (${sql.join(types)})) as running,
      (select min(first.turn) from ${kindRows(types)} cross join lateral
        (select turn from task where state = ${queued} and type = kind.type order by turn limit 1) as first) as waiting,
      (select max(last.turn) from ${kindRows(types)} cross join lateral
        (select turn from task where state in (${queued}, ${running}) and account_id = ${accountId} and type = kind.type
          order by turn desc limit 1) as last) as own`.execute(tx)
  const { running: latest, waiting, own } = rows[0]!
  return nextTurn({ running: latest ?? undefined, waiting: waiting ?? undefined, own: own ?? undefined })
}

/** Whether an attempt should yield to an account that waits and has nothing running in this class. */
export async function shouldYield(deps: Deps, task: TaskRow, resources: ResourceClass): Promise<boolean> {
  const now = Date.now()
  const types = typesOf(deps, resources)
  const rows = await deps.db
    .selectFrom('task')
    .select(['id', 'account_id', 'began_at'])
    .where('state', '=', TaskState.running)
    .where('type', 'in', types)
    .execute()
  const taken = rows.map(({ id, account_id, began_at }) => ({
    id,
    account: account_id,
    beganAt: began_at?.getTime() ?? now,
  }))
  // Without a rival's task nothing would be paused: the waiting accounts need not be read.
  if (taskToPause(taken, [NOBODY], now) !== task.id) return false
  const waiting = await waitingAccounts(deps.db, types, new Date(now - WAITS_MS))
  return taskToPause(taken, waiting, now) === task.id
}

/** Accounts with a task of these types that waits since before a time: one index look-up per account. */
async function waitingAccounts(db: Db, types: readonly string[], before: Date): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    with recursive waiting as (
      select kind.type, first.account_id, first.updated_at from ${kindRows(types)} cross join lateral
        (select account_id, updated_at from task where state = ${queued} and type = kind.type
          order by account_id, updated_at limit 1) as first
      union all
      select waiting.type, next.account_id, next.updated_at from waiting cross join lateral
        (select account_id, updated_at from task
          where state = ${queued} and type = waiting.type and account_id > waiting.account_id
          order by account_id, updated_at limit 1) as next
    )
    select distinct account_id from waiting where updated_at < ${before}`.execute(db)
  return rows.map(({ account_id }) => account_id)
}
