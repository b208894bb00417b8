import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { translateMessage } from '../messages.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { startable } from '../tasks/check.ts'
import { startTasks } from '../tasks/start-many.ts'
import type { SubjectIds } from '../tasks/subjects.ts'
import { getBatch } from './read.ts'
import type { Caller } from './skipped.ts'
import { STARTS_AT_ONCE } from './start.ts'
import { transact } from '../../store/deadlock.ts'

/** Restarts a batch's failed tasks. The answer says why a task can't restart; a Refusal if none can. */
export async function retryBatch(
  deps: Deps,
  caller: Caller,
  { batch_id, idempotency_key }: ParsedInputOf<'retryBatch'>,
): Promise<DataOf<'retryBatch'>> {
  const { id, task_type } = await own({ db: deps.db, accountId: caller.accountId }, 'batch', batch_id)
  const failed = await failedOf(deps.db, id).select('id').execute()
  const refused: Refusal[] = []
  for (let from = 0; from < failed.length; from += STARTS_AT_ONCE) {
    const ids = failed.slice(from, from + STARTS_AT_ONCE).map((task) => task.id)
    const some = { batchId: id, type: task_type, ids, key: idempotency_key }
    const left = await transact(deps.db, (tx) => retrySome(deps, tx, caller, some))
    const short = left.find(({ key }) => key === 'insufficient_credits' || key === 'key_cap')
    if (short) throw short
    refused.push(...left)
  }
  const [first] = refused
  if (first && refused.length === failed.length) throw first
  const reasons = refused.map(({ key, params }) => translateMessage(caller.language, key, params))
  return { ...(await getBatch(deps, caller, id)), refused: [...new Set(reasons)] }
}

const failedOf = (db: Db, batchId: string) =>
  db
    .selectFrom('task')
    .where('batch_id', '=', batchId)
    .where('state', '=', TaskState.failed)
    .orderBy('created_at')
    .orderBy('id')

interface Some {
  readonly batchId: string
  readonly type: string
  readonly ids: readonly string[]
  readonly key: string
}

/** Starts tasks in place of failed ones; returns why some did not start. */
async function retrySome(deps: Deps, tx: Tx, caller: Caller, { batchId, type, ids, key }: Some): Promise<Refusal[]> {
  // Of two concurrent requests the second finds the successors of the first.
  const tasks = await failedOf(tx, batchId).select(['id', 'config']).where('id', 'in', ids).forUpdate().execute()
  if (tasks.length === 0) return []
  const subjects = await subjectsOf(
    tx,
    tasks.map(({ id }) => id),
  )
  const starts = tasks.map(({ id, config }) => ({
    subjects: subjects.get(id) ?? {},
    // Includes the notes stored beside the configuration: the kind's schema keeps its own fields only.
    config,
    idempotencyKey: `${key} ${id}`,
  }))
  const outcomes = await startTasks(deps, tx, caller, { task: startable(deps, type), batchId, starts })
  const begun = tasks.filter((_, at) => !(outcomes[at] instanceof Refusal)).map(({ id }) => id)
  if (begun.length > 0) await tx.updateTable('task').set({ batch_id: null }).where('id', 'in', begun).execute()
  return outcomes.filter((outcome) => outcome instanceof Refusal)
}

async function subjectsOf(tx: Tx, taskIds: readonly string[]): Promise<ReadonlyMap<string, SubjectIds>> {
  const rows = await tx
    .selectFrom('task_subject')
    .select(['task_id', 'kind', 'id'])
    .where('task_id', 'in', taskIds)
    .orderBy('id', 'desc')
    .execute()
  const byTask = Map.groupBy(rows, ({ task_id }) => task_id)
  return new Map(
    [...byTask].map(([taskId, own]) => [taskId, Object.fromEntries(own.map(({ kind, id }) => [kind, id]))]),
  )
}
